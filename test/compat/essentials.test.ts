import { olderVersions } from '../../host/paths.cjs';
import { NO_EDITOR } from '../../host/presets';
import { openTestEnvironment, type OwnTestEnvironment } from '../../testkit/environment';
import { describeEssentials } from '../support/essentials';

describe.each(olderVersions())('n8n %s', (version) => {
	let environment: OwnTestEnvironment;

	describeEssentials(
		async () => (environment = await openTestEnvironment({ settings: NO_EDITOR, version })),
	);

	it('is what runs', () => {
		expect(environment.n8n.log()).toContain(`Version: ${version}\n`);
	});
});
