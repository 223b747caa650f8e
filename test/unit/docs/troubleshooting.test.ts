/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../host/paths.cjs';
import { literalsOf } from '../../../verify/literals';
import { readAll } from '../../../verify/package';

const PAGE = readFileSync(path.join(root, 'docs/TROUBLESHOOTING.md'), 'utf8');
/** The messages of its tables are n8n's own. */
const OF_N8N = 'When the nodes are missing or nothing happens';
/** Fields of the panels and the texts beside them, which are no messages. */
const PANELS = /(authentication|eventFields|\.node|\.operation)\.ts$/;

/** Literals that nobody is shown as a message, and what they are. */
const NO_MESSAGES = [
	/^(Select a (board|workspace)\.\.\.|The (address of the board in your browser|board that gets the task|workspace that holds the board)|e\.g\. .*)$/,
	/^How (many items to send|often to send|long to wait)/,
];

const sections = PAGE.split(/^## /m).slice(1);
const tables = sections.filter((section) => !section.startsWith(OF_N8N)).join('');

/** What is quoted in a text: `…` stands for what differs. */
const quotesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote);
const columnOf = (line: string, column: number) => line.split('|')[column] ?? '';
const rows = tables.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
const messages = rows.flatMap((row) => quotesIn(columnOf(row, 1)));
/** The last column repeats the advice of the package where there is nothing to add. */
const advice = rows.flatMap((row) => quotesIn(row.split('|').slice(2).join('|')));

const sources = Object.entries(
	readAll(root, 'nodes/*/{,actions/,api/,methods/,transport/,trigger/}*.ts'),
);
const literals = sources
	.filter(([file]) => !PANELS.test(file))
	.flatMap(([file, source]) => literalsOf(file, source).map(({ text }) => text.trim()));

/** The same words in the same order, with anything where either of the two leaves a gap. */
function quotes(message: string, literal: string): boolean {
	const parts = message
		.split('…')
		.map((part) => part.trim())
		.filter(Boolean);
	const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
	return parts.length > 0 && new RegExp(pattern).test(literal);
}

const isMessage = (text: string) =>
	(text.match(/\p{L}{2,}/gu) ?? []).length >= 3 && !NO_MESSAGES.some((one) => one.test(text));

describe('docs/TROUBLESHOOTING.md', () => {
	it.each(messages)('quotes what the package says: %s', (message) => {
		expect(literals.filter((literal) => quotes(message, literal))).not.toEqual([]);
	});

	it('leaves out no message of the package', () => {
		const said = literals.filter(isMessage);
		const quoted = [...messages, ...advice];
		const missing = said.filter((text) => !quoted.some((message) => quotes(message, text)));
		expect(said.length).toBeGreaterThan(50);
		expect(missing).toEqual([]);
	});

	it('has no message twice', () => {
		expect(messages.filter((message, at) => messages.indexOf(message) !== at)).toEqual([]);
	});

	it("quotes messages in the README's short table that stand in its tables", () => {
		const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
		const [, section = ''] = readme.split('## When something is wrong\n');
		const lines = (section.split('\n## ')[0] ?? '').split('\n');
		const seen = lines
			.filter((line) => /^\| [A-Z]/.test(line))
			.map((line) => columnOf(line, 1).trim());
		const unknown = seen.filter((text) => !messages.some((message) => quotes(text, message)));
		expect(seen.length).toBeGreaterThan(4);
		expect(unknown).toEqual(['You see']);
	});
});
