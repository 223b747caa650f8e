import { useState } from 'preact/hooks';
import { call } from './api.js';
import { created, leaveTarget, showTask, showToast } from './state.js';
import { button, count, Dialog, field, html, options, select } from './ui.js';

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

export function NewTask({ boards, boardId = boards.find(({ archived }) => !archived)?.id }) {
	const submit = async ({ title, board_id, ...optional }) => {
		const fields = { title, board_id: Number(board_id), ...filled(optional) };
		const { id } = await call('POST', '/tasks', fields);
		// After the dialog has returned the focus.
		setTimeout(() => created.set(id));
		showToast(`Task ${title} created`);
	};
	return html`
		<${Dialog} title="New task" label="Create task" submit=${submit}>
			${taskFields({}, boards, boardId)}
			<p class="hint">Notifies the webhooks for task.created, as the API does.</p>
		<//>
	`;
}

export function TaskDialog({ task, boards }) {
	const [asking, ask] = useState(false);
	const save = async ({ title, board_id, description, due_date, priority }) => {
		const optional = {
			description: description || null,
			due_date: due_date || null,
			priority: priority || null,
		};
		const changes = { title, board_id: Number(board_id), ...optional };
		await call('PATCH', `/tasks/${task.id}`, changes);
		showToast(`Task ${title} saved`);
	};
	const remove = async () => {
		await call('DELETE', `/tasks/${task.id}`);
		showToast(`Task ${task.title} deleted`);
	};
	const forms = {
		edit: {
			title: `Task ${task.id}`,
			label: 'Save',
			submit: save,
			more: html`
				${button('Delete…', () => ask(true), { kind: 'danger' })}
				<a class="button" href="#log" onClick=${() => showTask(task.id)}>Show in the log</a>
			`,
			children: html`
				${taskFields(task, boards, task.board_id)}
				<p class="hint">Notifies the webhooks for task.updated.</p>
			`,
		},
		delete: {
			title: `Delete task ${task.id}?`,
			label: 'Delete task',
			submit: remove,
			kind: 'danger',
			children: html`<p>
				Deletes “${task.title}”. No webhook is notified: the API has no such event.
			</p>`,
		},
	};
	const form = asking ? 'delete' : 'edit';
	return html`<${Dialog} key=${form} onClose=${leaveTarget} returnTo="boards" ...${forms[form]} />`;
}

export function DeleteBoard({ id, name, tasks_count }) {
	const form = { title: `Delete board ${name}?`, label: 'Delete board', kind: 'danger' };
	const submit = async () => {
		await call('DELETE', `/boards/${id}`);
		showToast(`Board ${name} deleted`);
	};
	return html`
		<${Dialog} ...${form} submit=${submit} returnTo="boards">
			<p>With ${count(tasks_count, 'task')}. No webhook is notified: the API has no such event.</p>
		<//>
	`;
}

/** With the names of its boards, as in n8n. */
function workspaceName(id, boards) {
	const names = boards.filter((board) => board.workspace_id === id).map(({ name }) => name);
	return names.length === 0 ? `Workspace ${id}` : `Workspace ${id} (${names.join(', ')})`;
}

export function NewBoard({ boards }) {
	const workspaces = [...new Set([1, 2, ...boards.map((board) => board.workspace_id)])].sort();
	const submit = async ({ name, workspace_id, ...optional }) => {
		const workspace = { workspace_id: Number(workspace_id) };
		await call('POST', '/boards', { name, ...workspace, ...filled(optional) });
		showToast(`Board ${name} created`);
	};
	const names = workspaces.map((id) => [id, workspaceName(id, boards)]);
	return html`
		<${Dialog} title="New board" label="Create board" submit=${submit}>
			${field('Name', 'name', { required: true })}
			${field('Description', 'description', { as: 'textarea', rows: 2 })}
			<div class="pair">
				${select('Workspace', 'workspace_id', options(names, 1))}
				${field('Color', 'color', { type: 'color', defaultValue: '#3366ff' })}
			</div>
		<//>
	`;
}
