import { settledExecutions, type Execution } from '../../tools/n8n/api/executions';
import { listen } from '../../tools/n8n/api/listening';
import { until } from '../../tools/n8n/poll';
import { titlesOf, type PublishedTrigger } from '../support/n8n/environment';
import { deliverTask } from '../../tools/http/client';
import { TRIGGER } from '../../tools/n8n/workflow';
import { environment } from './environment';

const TITLES = ['First', 'Second', 'Third'];

describe('listening for a test event', () => {
	let published: PublishedTrigger;
	let executions: Execution[];

	beforeAll(async () => {
		published = await environment.publishTrigger();
		for (const [index, title] of TITLES.entries()) {
			await listen(environment.session, published.workflow, TRIGGER);
			await published.createTask(title);
			// The editor's run and that of the published workflow.
			const count = 2 * (index + 1);
			executions = await settledExecutions(environment.session, published.workflow, count);
			await endOfListening();
		}
	});

	const titlesIn = (mode: string) =>
		executions
			.filter((one) => one.mode === mode)
			.flatMap(titlesOf)
			.sort();

	it('registers the test URL once for three tests', () => {
		const paths = published.registeredUrls().map((url) => new URL(url).pathname.split('/')[1]);
		expect(paths).toEqual(['webhook', 'webhook-test']);
	});

	it('shows each event in the editor', () => {
		expect(titlesIn('manual')).toEqual(TITLES);
	});

	it('also starts the published workflow with each event', () => {
		expect(titlesIn('webhook')).toEqual(TITLES);
	});

	/** n8n ends it after the event has started its execution; until then a wrong key gets a 401. */
	async function endOfListening() {
		const test = new URL(published.registeredUrls().at(-1) ?? '');
		test.search = '';
		await until('end the listening', async () => {
			const { status } = await deliverTask(test.href, 'Too late');
			return status === 404 ? true : undefined;
		});
	}
});
