import { attachEnvironment } from '../support/n8n/environment';
import { describeEssentials } from '../support/n8n/essentials';

/* Also runs against an n8n that is already running: see `npm start -- --help`. */
describe('the n8n that the suites share', () => describeEssentials(attachEnvironment));
