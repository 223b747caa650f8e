import { call } from './api.js';
import { openBoard } from './boardForm.js';
import { byId, element, replaceChildren, say } from './dom.js';
import { taskCard } from './cards.js';
import { openTask } from './taskForm.js';

/** A board with thousands of tasks stays usable. */
const MOST_CARDS = 100;

/** What stands for the board in its own address, /boards/:id; undefined at the address of all. */
const only = /^\/boards\/([^/]+)$/.exec(location.pathname)?.[1];

let boards = [];
let tasks = [];

/** Draws all boards, archived ones only while their box is ticked, or the one of this address. */
export function showBoards(latestBoards, latestTasks) {
	boards = latestBoards;
	tasks = latestTasks;
	draw();
}

/** Connects what is there once: the box for archived boards and the button for new ones. */
export function watchBoards() {
	byId('all-boards').hidden = only === undefined;
	byId('board-open').hidden = only !== undefined;
	byId('archived').onchange = draw;
	byId('board-open').onclick = () => openBoard(boards);
}

function draw() {
	const archived = boards.filter((board) => board.archived).length;
	const visible = boards.filter(isVisible);
	byId('archived-label').hidden = archived === 0 || only !== undefined;
	if (only !== undefined) document.title = visible[0]?.name ?? emptyText(archived);
	byId('archived-text').textContent = `Show archived (${archived})`;
	const empty = element('p', { className: 'empty', textContent: emptyText(archived) });
	replaceChildren(
		byId('board-list'),
		...(visible.length === 0 ? [empty] : visible.map((board) => boardColumn(board))),
	);
}

function isVisible({ id, archived }) {
	return only === undefined ? !archived || byId('archived').checked : String(id) === only;
}

function emptyText(archived) {
	if (only !== undefined) return `There is no board ${only}.`;
	if (archived > 0) return 'Every board is archived. Tick “Show archived” to see them.';
	return 'No boards yet. Create the first one.';
}

function boardColumn(board) {
	const own = tasks.filter((task) => task.board_id === board.id).reverse();
	const cards = own
		.slice(0, MOST_CARDS)
		.map((task) => taskCard(task, () => openTask({ task, boards })));
	const more = own.length - cards.length;
	const column = element(
		'article',
		{ className: 'board', dataset: { archived: board.archived } },
		boardHead(board),
		element('ul', { className: 'cards' }, ...cards),
		own.length === 0 ? element('p', { className: 'empty', textContent: 'No tasks yet.' }) : null,
		more > 0 ? element('p', { className: 'empty', textContent: `and ${more} older tasks` }) : null,
		addTaskButton(board),
	);
	column.setAttribute('aria-label', `Board ${board.name}`);
	if (board.color) column.style.setProperty('--board', board.color);
	return column;
}

function boardHead(board) {
	const { id, name, workspace_id, description, archived } = board;
	const count = `${board.tasks_count} ${board.tasks_count === 1 ? 'task' : 'tasks'}`;
	return element(
		'header',
		{},
		element(
			'div',
			{ className: 'board-title' },
			element('h3', {}, boardLink(board)),
			archived ? element('span', { className: 'tag', textContent: 'archived' }) : null,
			archiveButton(board),
		),
		element('p', { className: 'meta' }, `${count} · board ${id} · workspace ${workspace_id}`),
		description ? element('p', { className: 'meta', textContent: description }) : null,
	);
}

function boardLink({ id, name }) {
	return element('a', {
		href: `/boards/${id}`,
		textContent: name,
		dataset: { key: `board-${id}` },
	});
}

function archiveButton({ id, name, archived }) {
	const verb = archived ? 'Restore' : 'Archive';
	const button = element('button', {
		type: 'button',
		className: 'button small',
		textContent: verb,
	});
	button.dataset.key = `archive-${id}`;
	button.setAttribute('aria-label', `${verb} ${name}`);
	button.onclick = async () => {
		await call('PATCH', `/boards/${id}`, { archived: !archived });
		say(archived ? `${name} is back` : `${name} is archived`);
	};
	return button;
}

function addTaskButton({ id, name }) {
	const button = element('button', { type: 'button', className: 'button add' }, '+ Add task');
	button.dataset.key = `add-${id}`;
	button.setAttribute('aria-label', `Add task to ${name}`);
	button.onclick = () => openTask({ boards, boardId: id });
	return button;
}
