import {
	urlsOf,
	deliverAll,
	finished,
	openQueueEnvironment,
	queueEmpty,
	executionsStartedBy,
	type QueueEnvironment,
} from '../support/queue/environment';
import {
	action,
	activate,
	allExecutionsOf,
	call,
	chain,
	CREATE_TASK,
	createCredential,
	deliverTask,
	itemsOf,
	LIST_BOARDS,
	noOp,
	readExample,
	referTo,
	saveDraft,
	trigger,
	until,
} from '../support/n8n/tools';

let environment: QueueEnvironment;
beforeAll(async () => (environment = await openQueueEnvironment()));
afterAll(async () => await environment?.close());

const EVENTS = 100;

const named = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${name} ${index}`);

describe('a trigger in queue mode', () => {
	it('refuses earlier and wrong keys at every webhook processor', async () => {
		const node = trigger();
		const published = await environment.publishTrigger(chain(node, noOp()));
		const parameters = { ...node.parameters, options: { registrationLabel: 'second' } };
		const draft = chain(
			{ ...node, parameters, ...{ credentials: referTo(published.credential) } },
			noOp(),
		);
		await activate(
			environment.session,
			await saveDraft(environment.session, published.workflow, draft),
		);
		const [earlier = '', live = ''] = published.registeredUrls();
		const wrong = live.replace(/key=.*/, 'key=wrong');
		for (const [url, status] of [
			[earlier, 401],
			[wrong, 401],
			[live, 200],
		] as const) {
			const urls = urlsOf(environment, url);
			const responses = await Promise.all(urls.map(async (at) => await deliverTask(at, at)));
			expect(responses.map((response) => response.status)).toEqual(urls.map(() => status));
		}
		const tally = await finished(environment, published.workflow);
		expect(tally).toEqual({ success: environment.processors.length });
	});
});

describe('the example that starts once in every process', () => {
	it('runs the steps once for an event that arrives at both webhook processors at the same moment', async () => {
		const { session, redis } = environment;
		const { QUEUE_BULL_REDIS_HOST: host, QUEUE_BULL_REDIS_PORT: port } = redis.settings;
		const data = { host, port: Number(port), database: 0, ssl: false, user: '', password: '' };
		const credential = await createCredential(session, { name: 'Redis', type: 'redis', data });
		const example = await readExample('start-once-in-every-process.json');
		const nodes = example.nodes.map((node) =>
			node.name === 'Count the ID' ? { ...node, credentials: referTo(credential) } : node,
		);
		const published = await environment.publishTrigger({ ...example, nodes });
		const urls = urlsOf(environment, published.url);
		const titles = named('Twin', EVENTS);
		for (const title of titles) {
			const event = { event_id: title };
			await Promise.all(urls.map(async (url) => await deliverTask(url, title, event)));
		}
		const tally = await finished(environment, published.workflow);
		expect(tally).toEqual({ success: urls.length * EVENTS });
		const executions = await allExecutionsOf(session, published.workflow);
		const ran = executions.flatMap((one) => itemsOf(one, 'Your Steps'));
		expect(ran.map(({ task }) => Object(task).title as string).sort()).toEqual(titles.sort());
	});
});

describe('a login in queue mode', () => {
	it('is shared by the workers and renewed if the service refuses it', async () => {
		const login = { authentication: 'login' };
		const workflow = chain(trigger(login), action({ ...LIST_BOARDS, ...login }));
		const published = await environment.publishTrigger(workflow, 'login');
		const urls = urlsOf(environment, published.url);
		const run = async (titles: string[], total: number) => {
			await deliverAll(titles, urls);
			expect(await finished(environment, published.workflow)).toEqual({ success: total });
		};

		await run(['First'], 1);
		const before = environment.workers.map((worker) => executionsStartedBy(worker).length);
		await run(named('Shared', EVENTS), 1 + EVENTS);
		expect(published.logins()).toBe(1);

		await call('POST', `${published.sandbox.url}/sandbox/reset`);
		await run(named('Renewed', EVENTS), 1 + 2 * EVENTS);
		const renewals = published.logins() - 1;
		expect(renewals).toBeGreaterThan(0);
		expect(renewals).toBeLessThanOrEqual(environment.workers.length);
		const after = environment.workers.map((worker) => executionsStartedBy(worker).length);
		const shares = after.map((count, index) => count - (before[index] ?? 0));
		expect(Math.min(...shares)).toBeGreaterThan(0);
	});
});

/* The workers share the IDs of their tasks. */
describe('a workflow in queue mode that creates tasks for each new one', () => {
	it.each([1, 2])(
		'does so for the task of a person, not for its own: %d for each',
		async (creates) => {
			const total = 1 + creates;
			const boardId = { ...CREATE_TASK.boardId, value: '1' };
			const nodes = ['First', 'Second'].slice(0, creates).map((name) => {
				const settings = { name, id: name, onError: 'continueRegularOutput' };
				return action({ ...CREATE_TASK, boardId, title: 'Own' }, settings);
			});
			const published = await environment.publishTrigger(chain(trigger(), ...nodes));
			await published.createTask('By a person');
			await until('start for each task', async () => {
				const { success } = await finished(environment, published.workflow);
				return success === total ? true : undefined;
			});
			await published.sandbox.idle();
			await queueEmpty(environment);
			expect(await finished(environment, published.workflow)).toEqual({ success: total });
			expect(await published.tasks()).toHaveLength(total);
		},
	);
});
