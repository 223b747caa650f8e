import { EditTask, NewTask } from './tasks.js';
import { button, count, html, open, Panel, tag } from './ui.js';

/** Keeps a board with thousands of tasks usable. */
const MAX_CARDS = 100;

/** The board of /boards/:id; undefined on the page of all boards. */
const shownId = /^\/boards\/([^/]+)$/.exec(location.pathname)?.[1];

export function Boards({ boards, tasks }) {
	const visible = boards
		.filter(({ id }) => shownId === undefined || String(id) === shownId)
		.sort((one, other) => one.archived - other.archived);
	return html`
		<${Panel} id="boards" title="Boards" actions=${shownId && html`<a href="/">All boards</a>`}>
			${visible.length === 0 && html`<p class="meta">There is no such board.</p>`}
			<div class="stack columns">
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
	const add = () => open(NewTask, { boards, boardId: id });
	const older = tasks.length - MAX_CARDS;
	return html`
		<article
			class="box board stack tight"
			aria-label=${`Board ${name}`}
			style=${color && { 'border-color': color }}
		>
			<div>
				<h3><a href=${`/boards/${id}`}>${name}</a> ${archived && tag('archived')}</h3>
				<p class="meta">
					${count(board.tasks_count, 'task')} · board ${id} · workspace ${workspace_id}
				</p>
				${description && html`<p class="meta">${description}</p>`}
			</div>
			<div>
				${button('+ Add task', add, { kind: 'small', 'aria-label': `Add task to ${name}` })}
			</div>
			<div class="cards">
				<ul class="stack">
					${tasks.slice(0, MAX_CARDS).map((task) => {
						const edit = () => open(EditTask, { task, boards });
						return html`<li key=${task.id}><${Card} task=${task} edit=${edit} /></li>`;
					})}
				</ul>
				${older > 0 && html`<p class="meta">and ${count(older, 'older task')}</p>`}
			</div>
		</article>
	`;
}

const Card = ({ task: { id, title, description, due_date, priority }, edit }) => html`
	<button type="button" class="box card stack tight" onClick=${edit}>
		<span class="clamped">${title}</span>
		${description && html`<span class="meta clamped">${description}</span>`}
		<span class="flow">
			<span class="meta">#${id}</span>
			${due_date && tag(`due ${due_date}`)}
			${priority && tag(priority, priority === 'high' ? 'bad' : '')}
		</span>
	</button>
`;
