import type { AssumedChanges } from '../../sandbox/sandbox';
import { sandboxSuite } from '../support/sandbox/suite';

const suite = sandboxSuite();
const { edit, register } = suite;

const task = expect.objectContaining({ id: 1, title: 'Edited', board_id: 1 });
const flat = expect.objectContaining({ event: 'task.updated', title: 'Edited', workspace_id: 1 });
const about = { id: expect.any(String), created_at: expect.any(String), workspace_id: 1 };
const envelope = { ...about, event: 'task.updated' };

describe('a notification', () => {
	it.each<[AssumedChanges, unknown]>([
		[{ notification: 'task' }, { ...envelope, task }],
		[{ notification: 'data' }, { ...envelope, data: task }],
		[{ notification: 'flat' }, flat],
		[{ notification: 'batch' }, { events: [{ ...envelope, data: { task } }] }],
		[{ notification: 'array' }, [{ ...envelope, data: { task } }]],
		[{ eventField: 'action' }, { ...about, action: 'task.updated', data: { task } }],
		[{ eventField: 'none' }, { ...about, data: { task } }],
		[{ eventSpelling: 'TASK_CREATED' }, { ...envelope, event: 'TASK_UPDATED', data: { task } }],
	])('has the shape that a setting asks for: %j', async (changes, body) => {
		await register();
		suite.sandbox.assume(changes);
		edit();
		const [received] = await suite.receiver.waitFor(1);

		expect(JSON.parse(received?.body ?? '')).toEqual(body);
	});

	it('omits the query of the URL if a setting says so', async () => {
		await register();
		suite.sandbox.assume({ webhookQuery: 'dropped' });
		edit();

		expect(await suite.receiver.waitFor(1)).toMatchObject([{ path: '/hook' }]);
	});

	it('omits its headers if a setting says so', async () => {
		await register();
		suite.sandbox.assume({ eventHeader: false, deliveryIdHeader: false });
		edit();
		const [received] = await suite.receiver.waitFor(1);

		expect(JSON.stringify(received?.headers)).not.toContain('x-webhook');
	});
});
