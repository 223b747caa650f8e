import { attachEnvironment } from '../../tools/testkit/n8n/environment';
import { describeEssentials } from '../support/essentials';

/* Also for an n8n that somebody else started: `npm start -- --help` names the variables. */
describe('the n8n that the suites share', () => describeEssentials(attachEnvironment));
