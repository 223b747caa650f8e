import { request } from 'node:http';
import {
	deliver,
	deliverTask,
	environment,
	failedChecks,
	json,
	listen,
	publish,
	type ReceivedRequest,
	settledExecutions,
	stopListening,
	titlesOf,
	TRIGGER,
	until,
} from './environment';

const REGISTER = 'POST /api/v1/webhooks';

it('a service registers a URL that it checks in any of the usual ways', async () => {
	const saved = await environment.saveTrigger();
	saved.proxy.when(REGISTER, async (received: ReceivedRequest) => {
		const { url } = JSON.parse(received.body) as { url: string };
		const failed = await failedChecks([url]);
		if ((await deliver(url, {})).status !== 200) failed.push('an empty POST');
		return failed.length === 0 ? json({ id: 1 }, 201) : json({ message: failed.join() }, 422);
	});
	expect((await publish(environment.session, saved.workflow)).reasons).toEqual([]);
	expect(saved.registeredUrls()).toHaveLength(1);
});

it('an address check neither ends listening for a test event nor counts as one', async () => {
	const { session } = environment;
	const saved = await environment.saveTrigger();
	await listen(session, saved.workflow, TRIGGER);
	const [url = ''] = saved.registeredUrls();
	expect(await failedChecks([url])).toEqual([]);
	expect((await deliverTask(url, 'Test event')).status).toBe(200);
	expect(await environment.waitForTitles(saved, 1)).toEqual(['Test event']);
	await stopListening(session, saved.workflow).catch(() => {});
});

describe('an event whose sender disconnects', () => {
	/** Sends a delivery and closes the connection at once. */
	async function hangUpOn(url: string, body: object) {
		const headers = { 'content-type': 'application/json' };
		const sent = request(url, { method: 'POST', headers }).on('error', () => {});
		const closed = new Promise((resolve) => sent.on('close', resolve));
		sent.end(JSON.stringify(body), () => sent.destroy());
		await closed;
	}

	it('runs if the sender retries it', async () => {
		const published = await environment.publishTrigger();
		const titles = Array.from({ length: 20 }, (_, index) => `Task ${index}`);
		for (const title of titles) {
			const more = { event_id: title };
			const task = { id: 1, board_id: 1, title };
			await hangUpOn(published.url, { event: 'task.created', data: { task }, ...more });
			expect((await deliverTask(published.url, title, more)).status).toBe(200);
		}
		// n8n may have started a delivery before its sender disconnected: some run twice.
		await until('run each event', async () => {
			const executions = await settledExecutions(environment.session, published.workflow, 0);
			const ran = executions.flatMap(titlesOf);
			return titles.every((title) => ran.includes(title)) ? true : undefined;
		});
	});
});
