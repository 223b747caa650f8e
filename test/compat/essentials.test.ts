import { olderVersions } from '../../tools/install/paths.cjs';
import { NO_EDITOR } from '../../tools/n8n/presets';
import { openTestEnvironment, type OwnTestEnvironment } from '../support/n8n/environment';
import { describeEssentials } from '../support/n8n/essentials';

describe.each(olderVersions())('n8n %s', (version) => {
	let environment: OwnTestEnvironment;

	describeEssentials(
		async () => (environment = await openTestEnvironment({ settings: NO_EDITOR, version })),
	);

	it('is the running version', () => {
		expect(environment.n8n.log()).toContain(`Version: ${version}\n`);
	});
});
