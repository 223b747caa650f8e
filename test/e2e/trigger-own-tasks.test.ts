import { attachEnvironment, type TestEnvironment } from '../../testkit/environment';
import { action, chain, CREATE_TASK, trigger } from '../../testkit/workflow';

let environment: TestEnvironment;
beforeAll(async () => (environment = await attachEnvironment()));
afterAll(async () => await environment?.close());

describe('a published workflow that creates a task for each new one', () => {
	it('runs for the tasks of others, and not for its own', async () => {
		const boardId = { ...CREATE_TASK.boardId, value: '1' };
		const create = action({ ...CREATE_TASK, boardId, title: 'Own' }, { name: 'Next' });
		const scene = await environment.publishTrigger(chain(trigger(), create));
		const titles = ['First', 'Last'];
		for (const [index, title] of titles.entries()) {
			await scene.createTask(title);
			await environment.waitForTitles(scene, index + 1);
			await scene.sandbox.idle();
		}
		expect(await environment.waitForTitles(scene, titles.length)).toEqual(titles);
		const created = (await scene.tasks()).map(({ title }) => title);
		expect(created.sort()).toEqual(['First', 'Last', 'Own', 'Own']);
	});
});
