import { call } from './api.js';
import { showToast, update } from './state.js';
import { button, Dialog, field, html } from './ui.js';

function linksIn(text) {
	const found = text?.match(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g);
	return [...new Set(found)].filter((url) => URL.canParse(url));
}

const link = (url) => html`
	<a key=${url} href=${url} title=${url} target="_blank" rel="noopener">Open the link</a>
`;

const option = ({ id, name, archived }, chosen) => html`
	<option value=${id} selected=${id === chosen}>${archived ? `${name} (archived)` : name}</option>
`;

const fields = (task, boards) => html`
	${field('Title (required)', 'title', { required: true, defaultValue: task.title })}
	${field('Description', 'description', { as: 'textarea', rows: 3, defaultValue: task.description })}
	${linksIn(task.description).map(link)}
	<div class="flow">
		${field('Due date', 'due_date', { type: 'date', defaultValue: task.due_date })}
		${field('Priority', 'priority', { placeholder: 'e.g. high', defaultValue: task.priority })}
	</div>
	${field('Board', 'board_id', {
		as: 'select',
		children: boards.map((board) => option(board, task.board_id)),
	})}
`;

export function NewTask({ boards, boardId }) {
	const submit = async ({ title, board_id, ...optional }) => {
		const filled = Object.entries(optional).filter(([, value]) => value);
		const task = { title, board_id: Number(board_id), ...Object.fromEntries(filled) };
		await call('POST', '/tasks', task);
		showToast(`Task “${title}” created`);
	};
	return html`
		<${Dialog} title="New task" label="Create task" submit=${submit}>
			${fields({ board_id: boardId }, boards)}
			<p class="meta">Notifies the webhooks for task.created, as the API does.</p>
		<//>
	`;
}

export function EditTask({ task, boards }) {
	const path = `/tasks/${task.id}`;
	const save = async ({ title, board_id, ...optional }) => {
		const entries = Object.entries(optional).map(([name, value]) => [name, value || null]);
		const changes = { title, board_id: Number(board_id), ...Object.fromEntries(entries) };
		await call('PATCH', path, changes);
		showToast(`Task ${title} saved`);
	};
	const remove = async () => {
		await call('DELETE', path);
		update({ dialog: null });
		showToast(`Task ${task.title} deleted; no webhook is notified: the API has no such event`);
	};
	return html`
		<${Dialog}
			title=${`Task ${task.id}`}
			label="Save"
			submit=${save}
			more=${button('Delete', remove)}
		>
			${fields(task, boards)}
			<p class="meta">Notifies the webhooks for task.updated.</p>
		<//>
	`;
}
