import { newBoard, newTask } from '../records';

export const seedBoards = () => [
	newBoard({ name: 'Roadmap', description: 'What we build next', color: '#3366FF' }),
	newBoard({ name: 'Support', workspace_id: 2, color: '#22AA66' }),
	{ ...newBoard({ name: 'Launch 2024', description: 'Done' }), archived: true },
];

/** On the boards 1 and 2. */
export const seedTasks = () => [
	newTask({
		title: 'Write the release notes',
		board_id: 1,
		description: 'For the next version',
		due_date: '2030-01-31',
		priority: 'high',
	}),
	newTask({ title: 'Plan the user interviews', board_id: 1 }),
	newTask({ title: 'Answer the open tickets', board_id: 2, due_date: '2030-02-01' }),
];
