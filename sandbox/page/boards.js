import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from './api.js';
import { created, showToast } from './state.js';
import { DeleteBoard, NewBoard, NewTask } from './tasks.js';
import { button, count, html, open, Panel, tag } from './ui.js';

/** Keeps a board with thousands of tasks usable. */
const MAX_CARDS = 100;
const openedAt = new Date().toISOString();

/** The board of /boards/:id; undefined on the page of all boards. */
const shownId = /^\/boards\/([^/]+)$/.exec(location.pathname)?.[1];

export function Boards({ boards, tasks }) {
	const [all, setAll] = useState(false);
	const archived = boards.filter((board) => board.archived).length;
	const visible = boards.filter((board) =>
		shownId === undefined ? all || !board.archived : String(board.id) === shownId,
	);
	const actions = html`
		<label class="check" hidden=${archived === 0}>
			<input type="checkbox" checked=${all} onChange=${() => setAll(!all)} />
			Show archived (${archived})
		</label>
		${button('New board', () => open(NewBoard, { boards }), { kind: 'primary' })}
	`;
	const back = html`<a href="/">All boards</a>`;
	const empty = shownId === undefined ? 'No active boards.' : `No board ${shownId}.`;
	if (shownId !== undefined) document.title = visible[0]?.name ?? empty;
	return html`
		<${Panel} id="boards" title="Boards" actions=${shownId === undefined ? actions : back}>
			${visible.length === 0 && html`<p class="empty">${empty}</p>`}
			<div class="columns">
				${visible.map((board) => {
					const own = tasks.filter((task) => task.board_id === board.id).reverse();
					return html`<${Board} key=${board.id} board=${board} tasks=${own} boards=${boards} />`;
				})}
			</div>
		<//>
	`;
}

function Board({ board, boards, tasks }) {
	const { id, name, color, workspace_id, description, archived } = board;
	const verb = archived ? 'Restore' : 'Archive';
	const archive = async () => {
		await call('PATCH', `/boards/${id}`, { archived: !archived });
		showToast(archived ? `${name} restored` : `${name} archived`);
	};
	const add = () => open(NewTask, { boards, boardId: id });
	const older = tasks.length - MAX_CARDS;
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
					${archived && tag('archived')}
					${button(verb, archive, { kind: 'small', 'aria-label': `${verb} ${name}` })}
					${button('Delete…', () => open(DeleteBoard, board), { kind: 'small', 'aria-label': `Delete ${name}` })}
				</div>
				<p class="meta">
					${count(board.tasks_count, 'task')} · board ${id} · workspace ${workspace_id}
				</p>
				${description && html`<p class="meta">${description}</p>`}
			</header>
			${tasks.length === 0 && html`<p class="empty">No tasks yet.</p>`}
			<ul class="cards">
				${tasks.slice(0, MAX_CARDS).map((task) => html`<${Card} key=${task.id} task=${task} />`)}
			</ul>
			${older > 0 && html`<p class="empty">and ${count(older, 'older task')}</p>`}
			${button('+ Add task', add, { kind: 'add', 'aria-label': `Add task to ${name}` })}
		</article>
	`;
}

/** Flashes when its task changes while the page is open. */
function Card({ task: { id, title, description, due_date, priority, updated_at } }) {
	const element = useRef();
	const isNew = created.use() === id;
	useEffect(() => {
		if (!isNew) return;
		created.set(null);
		element.current.focus({ preventScroll: true });
		element.current.scrollIntoView({ block: 'center' });
	}, [isNew]);
	useEffect(() => {
		const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
		if (reduced || updated_at < openedAt) return;
		element.current.animate([{ boxShadow: '0 0 0 2px #6d93f5' }, {}], 2_400);
	}, [updated_at]);
	return html`
		<li>
			<a class="card" ref=${element} href=${`#task-${id}`}>
				<span class="sr-only">Edit task ${id}: </span>
				<span class="clamped">${title}</span>
				${description && html`<span class="meta clamped">${description}</span>`}
				<span class="chips">
					<span class="meta">#${id}</span>
					${due_date && tag(`due ${due_date}`)}
					${priority && tag(priority, priority === 'high' ? 'bad' : '')}
				</span>
			</a>
		</li>
	`;
}
