import { call } from './api.js';
import { byId, say } from './dom.js';
import { openForm } from './form.js';

/** For a new task on `boardId`, or for editing `task`. */
export function openTask({ task, boards, boardId = task.board_id }) {
	const dialog = byId('task-dialog');
	const words = task ? EDIT : CREATE;
	byId('task-dialog-title').textContent = words.title(task);
	byId('task-submit').textContent = words.submit;
	byId('task-hint').textContent = words.hint;
	dialog.querySelector('select').replaceChildren(...boards.map(optionOf));
	openForm(dialog, {
		values: { ...fieldsOf(task), board_id: boardId },
		submit: (fields) => (task ? edit(task, fields) : create(fields)),
	});
}

const CREATE = {
	title: () => 'New task',
	submit: 'Create task',
	hint: 'Webhooks for task.created are called, as after a create by the API.',
};
const EDIT = {
	title: ({ id }) => `Task ${id}`,
	submit: 'Save',
	hint: 'Saving calls the webhooks for task.updated.',
};

const optionOf = ({ id, name, archived }) => new Option(archived ? `${name} (archived)` : name, id);

const fieldsOf = ({ title, description, due_date, priority } = {}) => ({
	title,
	description,
	due_date,
	priority,
});

async function create({ title, board_id, ...optional }) {
	const filled = Object.entries(optional).filter(([, value]) => value !== '');
	await call('POST', '/tasks', {
		title,
		board_id: Number(board_id),
		...Object.fromEntries(filled),
	});
	say(`Task ${title} created`);
}

async function edit({ id }, { title, board_id, description, due_date, priority }) {
	await call('PATCH', `/tasks/${id}`, {
		title,
		board_id: Number(board_id),
		description: description || null,
		due_date: due_date || null,
		priority: priority || null,
	});
	say(`Task ${title} saved`);
}
