import { runInNewContext } from 'node:vm';

import { registry } from '../../nodes/WorkspaceTaskService/action/registry';
import { WorkspaceTaskService } from '../../nodes/WorkspaceTaskService/WorkspaceTaskService.node';
import { WorkspaceTaskServiceTrigger } from '../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

/** What the editor shows below the name of a node with these parameters. */
function shown({ description }: { description: { subtitle?: string } }, $parameter: object) {
	const [, script = ''] = /^=\{\{ (.*) \}\}$/.exec(description.subtitle ?? '') ?? [];
	return runInNewContext(script, { $parameter }) as unknown;
}

describe('the subtitle', () => {
	const action = new WorkspaceTaskService();
	const trigger = new WorkspaceTaskServiceTrigger();
	const operations = Object.entries(registry).flatMap(([resource, byName]) =>
		Object.entries(byName).map(([operation, { option }]) => {
			return { resource, operation, words: option.action };
		}),
	);

	it.each(operations)('of $resource.$operation is "$words"', ({ words, ...parameters }) => {
		expect(shown(action, parameters)).toBe(words);
	});

	it.each<[string, object]>([
		['Task Created', { events: 'task.created' }],
		[
			'Task Updated, task.deleted',
			{ events: ['task.updated'], options: { customEvents: 'task.deleted' } },
		],
		['', {}],
	])('of the trigger is "%s" with %o', (words, parameters) => {
		expect(shown(trigger, parameters)).toBe(words);
	});
});
