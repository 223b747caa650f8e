import { newBoard, newTask } from '../records';
import type { Store } from './store';

/** All ids start at 1. */
export function seed({ boards, tasks }: Pick<Store, 'boards' | 'tasks'>): void {
	const roadmap = { name: 'Roadmap', description: 'What we build next', color: '#3366FF' };
	boards.add(newBoard(roadmap));
	boards.add(newBoard({ name: 'Support', workspace_id: 2, color: '#22AA66' }));
	boards.add({ ...newBoard({ name: 'Launch 2024', description: 'Done' }), archived: true });
	tasks.add(
		newTask({
			title: 'Write the release notes',
			board_id: 1,
			description: 'For the next version',
			due_date: '2030-01-31',
			priority: 'high',
		}),
	);
	tasks.add(newTask({ title: 'Plan the user interviews', board_id: 1 }));
	tasks.add(newTask({ title: 'Answer the open tickets', board_id: 2, due_date: '2030-02-01' }));
}
