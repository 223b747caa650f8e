import { attachEnvironment } from '../../tools/testkit/n8n/environment';
import { describeEssentials } from '../support/essentials';

/* Also runs against an n8n that is already running: see `npm start -- --help`. */
describe('the n8n that the suites share', () => describeEssentials(attachEnvironment));
