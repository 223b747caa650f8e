import {
	deliverTask,
	environment,
	type Execution,
	listen,
	settledExecutions,
	titlesOf,
	TRIGGER,
	until,
} from './environment';

const TITLES = ['First', 'Second', 'Third'];

it('listening for three test events registers the test URL once, and the published workflow starts too', async () => {
	const { session } = environment;
	const published = await environment.publishTrigger();
	let executions: Execution[] = [];
	for (const title of TITLES) {
		await listen(session, published.workflow, TRIGGER);
		await published.createTask(title);
		// The editor's run and that of the published workflow.
		executions = await settledExecutions(session, published.workflow, executions.length + 2);
		// n8n ends it after the event has started its execution; until then a wrong key gets a 401.
		const url = published.registeredUrls().at(-1)?.replace(/\?.*/, '') ?? '';
		await until('end the listening', async () =>
			(await deliverTask(url, 'Too late')).status === 404 ? true : undefined,
		);
	}
	const paths = published.registeredUrls().map((url) => new URL(url).pathname.split('/')[1]);
	expect(paths).toEqual(['webhook', 'webhook-test']);
	for (const mode of ['manual', 'webhook']) {
		const own = executions.filter((one) => one.mode === mode);
		expect(own.flatMap(titlesOf).sort()).toEqual(TITLES);
	}
});
