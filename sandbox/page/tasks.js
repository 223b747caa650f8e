import { call } from './api.js';
import { showToast, update } from './state.js';
import { button, Dialog, field, html, options, select } from './ui.js';

const boardNames = (boards) =>
	boards.map(({ id, name, archived }) => [id, archived ? `${name} (archived)` : name]);

function linksIn(text) {
	const found = text?.match(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g);
	return [...new Set(found)].filter((url) => URL.canParse(url));
}

const link = (url) => html`
	<a key=${url} href=${url} title=${url} target="_blank" rel="noopener">Open the link</a>
`;

const taskFields = (task, boards, boardId) => html`
	${field('Title', 'title', { required: true, defaultValue: task.title })}
	${field('Description', 'description', { as: 'textarea', rows: 3, defaultValue: task.description })}
	${linksIn(task.description).map(link)}
	<div class="pair">
		${field('Due date', 'due_date', { type: 'date', defaultValue: task.due_date })}
		${field('Priority', 'priority', { placeholder: 'e.g. high', defaultValue: task.priority })}
	</div>
	${select('Board', 'board_id', options(boardNames(boards), boardId))}
`;

const filled = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value));

export function NewTask({ boards, boardId }) {
	const submit = async ({ title, board_id, ...optional }) => {
		await call('POST', '/tasks', { title, board_id: Number(board_id), ...filled(optional) });
		showToast(`Task “${title}” created`);
	};
	return html`
		<${Dialog} title="New task" label="Create task" submit=${submit}>
			${taskFields({}, boards, boardId)}
			<p class="meta">Notifies the webhooks for task.created, as the API does.</p>
		<//>
	`;
}

export function TaskDialog({ task: { id, ...task }, boards }) {
	const save = async ({ title, board_id, ...optional }) => {
		const entries = Object.entries(optional).map(([name, value]) => [name, value || null]);
		const changes = { title, board_id: Number(board_id), ...Object.fromEntries(entries) };
		await call('PATCH', `/tasks/${id}`, changes);
		showToast(`Task ${title} saved`);
	};
	const remove = async () => {
		await call('DELETE', `/tasks/${id}`);
		update({ dialog: null });
		showToast(`Task ${task.title} deleted; no webhook is notified: the API has no such event`);
	};
	const showInLog = () => update({ filter: { text: task.title, failed: false }, dialog: null });
	const more = html`
		${button('Delete', remove)}
		<a class="button" href="#log" onClick=${showInLog}>Show in the log</a>
	`;
	return html`
		<${Dialog} title=${`Task ${id}`} label="Save" submit=${save} more=${more}>
			${taskFields(task, boards, task.board_id)}
			<p class="meta">Notifies the webhooks for task.updated.</p>
		<//>
	`;
}

export function NewBoard({ boards }) {
	const workspaces = [...new Set([1, 2, ...boards.map((board) => board.workspace_id)])].sort();
	const submit = async ({ name, workspace_id, ...optional }) => {
		const workspace = { workspace_id: Number(workspace_id) };
		await call('POST', '/boards', { name, ...workspace, ...filled(optional) });
		showToast(`Board “${name}” created`);
	};
	const ids = workspaces.map((id) => [id, id]);
	return html`
		<${Dialog} title="New board" label="Create board" submit=${submit}>
			${field('Name', 'name', { required: true })}
			${field('Description', 'description', { as: 'textarea', rows: 2 })}
			<div class="pair">
				${select('Workspace', 'workspace_id', options(ids, 1))}
				${field('Color', 'color', { type: 'color', defaultValue: '#3366ff' })}
			</div>
		<//>
	`;
}
