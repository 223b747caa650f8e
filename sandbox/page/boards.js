import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from './api.js';
import { leaveTarget, say } from './state.js';
import { Button, count, Dialog, Field, html, open, options, Panel, Tag } from './ui.js';

/** A board with thousands of tasks stays usable. */
const MOST_CARDS = 100;
const openedAt = new Date().toISOString();

/** The id in a board's own address, /boards/:id; undefined at the address of all. */
const only = /^\/boards\/([^/]+)$/.exec(location.pathname)?.[1];

export function Boards({ boards, tasks }) {
	const [all, setAll] = useState(false);
	const archived = boards.filter((board) => board.archived).length;
	const visible = boards.filter((board) =>
		only === undefined ? all || !board.archived : String(board.id) === only,
	);
	const actions = html`
		${
			archived > 0 &&
			html`
				<label class="check">
					<input type="checkbox" checked=${all} onChange=${() => setAll(!all)} />
					Show archived (${archived})
				</label>
			`
		}
		<${Button} kind="primary" onClick=${() => open(NewBoard, { boards })}>New board<//>
	`;
	if (only !== undefined) document.title = visible[0]?.name ?? `There is no board ${only}.`;
	return html`
		<${Panel}
			id="boards"
			title="Boards"
			actions=${only === undefined ? actions : html`<a href="/">All boards</a>`}
		>
			${visible.length === 0 && html`<p class="empty">${emptyText(archived)}</p>`}
			<div class="boards">
				${visible.map((board) => {
					const own = tasks.filter((task) => task.board_id === board.id).reverse();
					return html`<${Board} key=${board.id} board=${board} tasks=${own} boards=${boards} />`;
				})}
			</div>
		<//>
	`;
}

function emptyText(archived) {
	if (only !== undefined) return `There is no board ${only}.`;
	if (archived > 0) return 'Every board is archived. Tick “Show archived” to see them.';
	return 'No boards yet. Create the first one.';
}

function Board({ board, boards, tasks }) {
	const { id, name, color, workspace_id, description, archived } = board;
	const verb = archived ? 'Restore' : 'Archive';
	const archive = async () => {
		await call('PATCH', `/boards/${id}`, { archived: !archived });
		say(archived ? `${name} is back` : `${name} is archived`);
	};
	return html`
		<article
			class="board"
			data-archived=${archived}
			aria-label=${`Board ${name}`}
			style=${color && { '--board': color }}
		>
			<header>
				<div class="board-title">
					<h3><a href=${`/boards/${id}`}>${name}</a></h3>
					${archived && html`<${Tag}>archived<//>`}
					<${Button} kind="small" aria-label=${`${verb} ${name}`} onClick=${archive}>${verb}<//>
				</div>
				<p class="meta">
					${count(board.tasks_count, 'task')} · board ${id} · workspace ${workspace_id}
				</p>
				${description && html`<p class="meta">${description}</p>`}
			</header>
			${tasks.length === 0 && html`<p class="empty">No tasks yet.</p>`}
			<ul class="cards">
				${tasks.slice(0, MOST_CARDS).map((task) => html`<${Card} key=${task.id} task=${task} />`)}
			</ul>
			${
				tasks.length > MOST_CARDS &&
				html`<p class="empty">and ${count(tasks.length - MOST_CARDS, 'older task')}</p>`
			}
			<${Button}
				kind="add"
				aria-label=${`Add task to ${name}`}
				onClick=${() => open(NewTask, { boards, boardId: id })}
				>+ Add task<//
			>
		</article>
	`;
}

/** Lights up when its task was written while the page was open. */
function Card({ task: { id, title, description, due_date, priority, updated_at } }) {
	const element = useRef();
	useEffect(() => {
		const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
		if (still || updated_at < openedAt) return;
		const { borderColor } = getComputedStyle(element.current.querySelector('.meta'));
		element.current.animate([{ boxShadow: `0 0 0 2px ${borderColor}` }, {}], 2_400);
	}, [updated_at]);
	return html`
		<li>
			<a class="card" ref=${element} href=${`#task-${id}`}>
				<span class="sr-only">Edit task ${id}: </span>
				<span class="card-title">${title}</span>
				${description && html`<span class="card-text">${description}</span>`}
				<span class="chips">
					<span class="meta">#${id}</span>
					${due_date && html`<${Tag}>due ${due_date}<//>`}
					${priority && html`<${Tag} kind=${priority === 'high' ? 'bad' : ''}>${priority}<//>`}
				</span>
			</a>
		</li>
	`;
}

const boardOptions = (boards, chosen) =>
	options(
		boards.map(({ id, name, archived }) => [id, archived ? `${name} (archived)` : name]),
		chosen,
	);

const TaskFields = ({ task = {}, boards, boardId }) => html`
	<${Field} label="Title" name="title" required value=${task.title} />
	<${Field}
		label="Description"
		name="description"
		as="textarea"
		rows="3"
		value=${task.description}
	/>
	<div class="pair">
		<${Field} label="Due date" name="due_date" type="date" value=${task.due_date} />
		<${Field} label="Priority" name="priority" placeholder="e.g. high" value=${task.priority} />
	</div>
	<${Field} label="Board" name="board_id" as="select">${boardOptions(boards, boardId)}<//>
`;

export function NewTask({ boards, boardId = boards.find(({ archived }) => !archived)?.id }) {
	const submit = async ({ board_id, ...fields }) => {
		const filled = Object.entries(fields).filter(([name, value]) => name === 'title' || value);
		await call('POST', '/tasks', { board_id: Number(board_id), ...Object.fromEntries(filled) });
		say(`Task ${fields.title} created`);
	};
	return html`
		<${Dialog} title="New task" label="Create task" submit=${submit}>
			<${TaskFields} boards=${boards} boardId=${boardId} />
			<p class="hint">Webhooks for task.created are called, as after a create by the API.</p>
		<//>
	`;
}

/** The task that the address names. */
export function TaskDialog({ task, boards }) {
	const [asking, ask] = useState(false);
	const save = async ({ title, board_id, description, due_date, priority }) => {
		const optional = { description, due_date, priority };
		const emptied = Object.entries(optional).map(([name, value]) => [name, value || null]);
		const changes = { title, board_id: Number(board_id), ...Object.fromEntries(emptied) };
		await call('PATCH', `/tasks/${task.id}`, changes);
		say(`Task ${title} saved`);
	};
	const remove = async () => {
		await call('DELETE', `/tasks/${task.id}`);
		say(`Task ${task.title} deleted`);
	};
	const more = html`<${Button} kind="danger" onClick=${() => ask(true)}>Delete…<//>`;
	if (asking) {
		return html`
			<${Dialog}
				key="delete"
				title=${`Delete task ${task.id}?`}
				label="Delete task"
				kind="danger"
				submit=${remove}
				onClose=${leaveTarget}
				returnTo="boards"
			>
				<p>“${task.title}” is gone for good. No webhook is called: the API shows no such event.</p>
			<//>
		`;
	}
	return html`
		<${Dialog}
			key="edit"
			title=${`Task ${task.id}`}
			label="Save"
			submit=${save}
			onClose=${leaveTarget}
			more=${more}
		>
			<${TaskFields} task=${task} boards=${boards} boardId=${task.board_id} />
			<p class="hint">Saving calls the webhooks for task.updated.</p>
		<//>
	`;
}

const COLORS = {
	'': 'No color',
	'#3366FF': 'Blue',
	'#22AA66': 'Green',
	'#E8833A': 'Orange',
	'#D64545': 'Red',
	'#8A5CF6': 'Purple',
	'#1D9BA8': 'Teal',
};

function NewBoard({ boards }) {
	const workspaces = [...new Set([1, ...boards.map((board) => board.workspace_id)])].sort();
	const submit = async ({ name, workspace_id, ...optional }) => {
		const filled = Object.entries(optional).filter(([, value]) => value);
		const workspace = { workspace_id: Number(workspace_id) };
		await call('POST', '/boards', { name, ...workspace, ...Object.fromEntries(filled) });
		say(`Board ${name} created`);
	};
	return html`
		<${Dialog} title="New board" label="Create board" submit=${submit}>
			<${Field} label="Name" name="name" required />
			<${Field} label="Description" name="description" as="textarea" rows="2" />
			<${Field} label="Workspace" name="workspace_id" as="select">
				${options(workspaces.map((id) => [id, `Workspace ${id}`]))}
			<//>
			<fieldset class="field colors">
				<legend>Color</legend>
				${Object.entries(COLORS).map(
					([value, label]) => html`
						<label class="swatch" title=${label} style=${value && { '--board': value }}>
							<input type="radio" name="color" value=${value} defaultChecked=${label === 'Blue'} />
							<span class="dot"></span>
							<span class="sr-only">${label}</span>
						</label>
					`,
				)}
			</fieldset>
		<//>
	`;
}
