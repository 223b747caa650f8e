import type { AssumedChanges } from '../../../sandbox/assumptions';
import { ServiceCheck, type CheckOptions } from '../../../tools/check/check';
import { listen } from '../../../tools/check/listener';
import { reportOn, type Report } from '../../../tools/check/report';
import { startSandbox } from '../../../sandbox/sandbox';

/** A check with a token, without a webhook. */
export const checkOptions = (baseUrl: string, more: Partial<CheckOptions> = {}): CheckOptions => ({
	baseUrl,
	token: 'secret',
	signal: new AbortController().signal,
	created: [],
	workspace: '',
	confirm: async () => false,
	log: () => undefined,
	pause: async () => undefined,
	waitFor: async () => undefined,
	...more,
});

/** The report about a sandbox with these assumptions. No time passes: the sandbox says when it is idle. */
export async function checkSandbox(assumptions: AssumedChanges): Promise<Report> {
	const sandbox = await startSandbox({ assumptions });
	const listener = await listen(0, () => 0);
	const { url, token, email, password } = sandbox;
	const { rateLimit } = sandbox.assumptions();
	const options = checkOptions(url, {
		token,
		login: { email, password },
		webhook: { url: `${listener.url}/hook`, listener },
		// A new limit starts at zero, as after a wait.
		pause: async () => sandbox.assume({ rateLimit }),
		waitFor: async () => await sandbox.idle(),
	});
	try {
		return reportOn(await new ServiceCheck(options).run());
	} finally {
		await sandbox.close();
		await listener.close();
	}
}
