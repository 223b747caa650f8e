/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { assumed } from '../sandbox/assumptions';
import { factsOf, type Seen } from './facts';

/** A row of docs/API.md, what was seen of it, and what a difference means for the package. */
export type Row = Record<'section' | 'what' | 'basis', string> & {
	verdict: 'as assumed' | 'different' | 'not seen';
	seen?: string;
	meaning?: string;
};
/** With the assumptions, the sandbox answers like the service. */
export type Report = { rows: Row[]; assumptions: Record<string, unknown> };

/** By the first column of a row: the facts that it is about, and how the first one has to be. */
export const TESTS: Record<string, [facts: string, expected?: RegExp]> = {
	'paths begin with `/api/v1`': ['listStatus'],
	'`Authorization: Bearer <API_TOKEN>`': ['listStatus'],
	'`Content-Type: application/json`': ['createStatus', /^2|303/],
	'Premium, Business and Enterprise plans only': ['planRefusal'],
	'how long a token lives, its scopes': ['tokenLife'],
	'status of a success': ['createStatus', /^2|303/],
	'402, 403 are missing rights or plan': ['planRefusal'],
	'400, 404, 422 are wrong values': ['validationStatus', /400|404|422/],
	'error codes and the shape of error bodies': ['errorShape'],
	'rate limits': ['rateLimit limitHeaders'],
	'`email`, `password`': ['loginStatus', /^2/],
	'200 with `token`': ['token loginStatus', /^string, 2/],
	'`user` and its fields': ['user'],
	'whether it needs an `Authorization` header': ['loginStatus', /^2/],
	'`workspace_id`, `archived` (default false)': ['filtered', /^as asked$/],
	'an array of boards': ['boardsList', /^array$/],
	'a count of tasks': ['tasksCount', /^(?!none$)/],
	'`id` of a board': ['ids', /^(number|string)$/],
	'`name` and `workspace_id` in the answer': ['names', /^(?!.*undefined)/],
	'pages of a list': ['pages'],
	'names and types of the fields': ['createStatus', /^2|303/],
	'`color` as `#RRGGBB`, `due_date` as `YYYY-MM-DD`, ids as integers': ['color', /^accepted$/],
	'time of day and time zone of a due date': ['dueDates', /^(day|utc|offset)$/],
	'fields that are not shown': ['unknownFields unknownReturned'],
	'which fields are required': ['titleRequired'],
	'what a create returns': ['createStatus created'],
	'`url` is an https address': ['httpsStatus', /^2/],
	'`task.created`, `task.updated`': ['webhookStatus', /^2/],
	'a check of the address before it is used': ['check'],
	'the service calls by POST': ['method', /^POST$/],
	'the query string of the address is kept': ['webhookQuery', /^kept$/],
	'headers and signature': ['headers'],
	payload: ['notification payload'],
	'ids of deliveries': ['deliveryIdHeader'],
	'how soon notifications arrive': ['delay'],
	'repetitions after an answer other than 2xx': ['repeated'],
};

export function reportOf(seen: Seen): Report {
	const facts = factsOf(seen);
	const page = readFileSync(path.join(__dirname, '../docs/API.md'), 'utf8');
	const settings = Object.entries(assumed.shape).flatMap(([name, schema]) =>
		schema.safeParse(facts[name]).success ? [[name, facts[name]]] : [],
	);
	const rows = rowsOf(page).map((row) => withVerdict(row, facts));
	return { rows, assumptions: Object.fromEntries(settings) };
}

const ROW = /^\| (.+?) +\| (documented|assumed|unknown)\b.*? +\| (.+?) +\|$/gm;

/** The rows of the tables of the page. */
export const rowsOf = (page: string): Row[] =>
	page.split(/^## /m).flatMap((part) =>
		[...part.matchAll(ROW)].map(([, what = '', basis = '', meaning]) => {
			const section = part.split('\n')[0] ?? '';
			return { section, what, basis, verdict: 'not seen', meaning };
		}),
	);

function withVerdict({ meaning, ...row }: Row, facts: Record<string, unknown>): Row {
	const [names = '', expected = /(?:)/] = TESTS[row.what] ?? [];
	const values = names.split(' ').flatMap((name) => facts[name] ?? []);
	if (values.length === 0) return row;
	const seen = values
		.map((value) => JSON.stringify(value))
		.join(', ')
		.replaceAll('"', '');
	if (expected.test(seen)) return { ...row, verdict: 'as assumed', seen };
	return { ...row, verdict: 'different', seen, meaning };
}

export const isContradicted = ({ rows }: Report): boolean =>
	rows.some(({ basis, verdict }) => basis === 'documented' && verdict === 'different');

/** For people. */
export function textOf({ rows }: Report): string {
	const lines = rows.map(({ what, basis, verdict, seen, meaning }, index) => {
		const word =
			verdict === 'different' ? 'DIFFERENT' : basis === 'unknown' ? 'learned' : `as ${basis}`;
		const title =
			rows[index - 1]?.section === rows[index]?.section ? '' : `\n${rows[index]?.section}\n`;
		const line = `${(seen ? word : 'not seen').padEnd(14)} ${what}${seen ? `: ${seen}` : ''}`;
		return `${title}  ${line}${meaning ? `\n${' '.repeat(17)}The package: ${meaning}` : ''}`;
	});
	const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
	const summary = ['as assumed', 'different', 'not seen'].map((one) => `${count(one)} ${one}`);
	return `${lines.join('\n')}\n\n${summary.join(', ')}\n`.replace(/`|\*\*|\]\(.*?\)|\[(?=\w)/g, '');
}
