import type { BoardStore } from './boards';
import type { TaskStore } from './tasks';

const ARCHIVED = 1;

/** All ids start at 1. */
export function seed({ boards, tasks }: { boards: BoardStore; tasks: TaskStore }): void {
	const product = boards.addWorkspace('Product');
	const operations = boards.addWorkspace('Operations');
	const roadmap = boards.add({
		name: 'Roadmap',
		workspace_id: product,
		description: 'What we build next',
		color: '#3366FF',
	});
	const support = boards.add({ name: 'Support', workspace_id: operations, color: '#22AA66' });
	boards.add({ name: 'Launch 2024', workspace_id: product, description: 'Done' }, ARCHIVED);
	tasks.add({
		title: 'Write the release notes',
		board_id: roadmap.id,
		description: 'For the next version',
		due_date: '2030-01-31',
		priority: 'high',
	});
	tasks.add({ title: 'Plan the user interviews', board_id: roadmap.id });
	tasks.add({ title: 'Answer the open tickets', board_id: support.id, due_date: '2030-02-01' });
}
