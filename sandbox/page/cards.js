import { element } from './dom.js';

const openedAt = new Date().toISOString();
/** When the task of each card was written last, by id: a newer one lights up once. */
const seen = new Map();

export function taskCard(task, edit) {
	const { id, title, description, updated_at } = task;
	const fresh = updated_at > openedAt && seen.get(id) !== updated_at;
	seen.set(id, updated_at);
	const button = element(
		'button',
		{ type: 'button', className: fresh ? 'card fresh' : 'card', onclick: edit },
		element('span', { className: 'sr-only', textContent: `Edit task ${id}: ` }),
		element('span', { className: 'card-title', textContent: title }),
		description ? element('span', { className: 'card-text', textContent: description }) : null,
		chips(task),
	);
	button.dataset.key = `task-${id}`;
	return element('li', {}, button);
}

function chips({ id, due_date, priority }) {
	const chip = (className, text) => element('span', { className, textContent: text });
	return element(
		'span',
		{ className: 'chips' },
		chip('meta', `#${id}`),
		due_date ? chip('tag', `due ${due_date}`) : null,
		priority ? chip(priority === 'high' ? 'tag bad' : 'tag', priority) : null,
	);
}
