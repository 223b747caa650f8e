import { call } from './api.js';
import { byId, element, say } from './dom.js';
import { openForm } from './form.js';

const COLORS = [
	['No color', ''],
	['Blue', '#3366FF'],
	['Green', '#22AA66'],
	['Orange', '#E8833A'],
	['Red', '#D64545'],
	['Purple', '#8A5CF6'],
	['Teal', '#1D9BA8'],
	['Pink', '#D6539B'],
];

export function openBoard(boards) {
	const dialog = byId('board-dialog');
	const workspaces = [...new Set([1, ...boards.map((board) => board.workspace_id)])].sort();
	dialog
		.querySelector('select')
		.replaceChildren(...workspaces.map((id) => new Option(`Workspace ${id}`, id)));
	dialog.querySelectorAll('.swatch').forEach((swatch) => swatch.remove());
	byId('colors').append(...COLORS.map(swatch));
	openForm(dialog, { submit: create });
}

function swatch([label, value], position) {
	const radio = element('input', { type: 'radio', name: 'color', value });
	radio.defaultChecked = position === 1;
	const dot = element('span', { className: 'dot' });
	if (value) dot.style.setProperty('--board', value);
	return element(
		'label',
		{ className: 'swatch', title: label },
		radio,
		dot,
		element('span', { className: 'sr-only', textContent: label }),
	);
}

async function create({ name, description, color, workspace_id }) {
	await call('POST', '/boards', {
		name,
		workspace_id: Number(workspace_id),
		...(description && { description }),
		...(color && { color }),
	});
	say(`Board ${name} created`);
}
