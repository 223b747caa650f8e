import { assumed } from '../../sandbox/assumptions';
import { apiRows, type ApiRow } from './apiRows';
import { factsOf, type Seen } from './facts';

/** `meaning`: what a difference means for the package. */
export type Row = Omit<ApiRow, 'behavior'> & { verdict: string; seen?: string; meaning?: string };
export type Report = { rows: Row[]; assumptions: Record<string, unknown> };

/** By the first column: the facts of a row, by default of the same name, and expected values. */
export const TESTS: Record<string, [facts: string, expected?: RegExp]> = {
	'paths begin with `/api/v1`': ['listStatus'],
	'`Authorization: Bearer <API_TOKEN>`': ['listStatus'],
	'`Content-Type: application/json`': ['createStatus', /^2|303/],
	'Premium, Business and Enterprise plans only': ['planRefusal'],
	'status of a success': ['createStatus', /^2|303/],
	'402, 403 are missing rights or plan': ['planRefusal'],
	'400, 404, 422 are wrong values': ['validationStatus', /400|404|422/],
	'`email`, `password`': ['loginStatus', /^2/],
	'200 with `token`': ['token loginStatus', /^string,2/],
	'whether it needs an `Authorization` header': ['loginStatus', /^2/],
	'`workspace_id`, `archived` (default false)': ['filtered', /^as asked$/],
	'an array of boards': ['boardsList', /^array$/],
	'a count of tasks': ['tasksCount', /^(?!none$)/],
	'`id` of a board': ['ids', /^(number|string)$/],
	'`name` and `workspace_id` in the response': ['names', /^(?!.*undefined)/],
	'names and types of the fields': ['createStatus', /^2|303/],
	'fields that are not shown': ['unknownFields'],
	'`color` as `#RRGGBB`, `due_date` as `YYYY-MM-DD`, ids as integers': ['color', /^accepted$/],
	'time of day and time zone of a due date': ['dueDates', /^(day|utc|offset)$/],
	'`url` is an https URL': ['httpsStatus', /^2/],
	'`task.created`, `task.updated`': ['webhookStatus', /^2/],
	'the service calls by POST': ['method', /^POST$/],
	'the query string of the URL is kept': ['webhookQuery', /^kept$/],
};

export function reportOn(seen: Seen): Report {
	const facts = factsOf(seen);
	const settings = Object.entries(assumed.shape).flatMap(([name, schema]) =>
		schema.safeParse(facts[name]).success ? [[name, facts[name]]] : [],
	);
	const rows = apiRows.map((row) => withVerdict(row, facts));
	return { rows, assumptions: Object.fromEntries(settings) };
}

function withVerdict({ behavior: meaning, ...row }: ApiRow, facts: Record<string, unknown>): Row {
	const [names, expected = /(?:)/] = TESTS[row.what] ?? [];
	const values = (names?.split(' ') ?? [row.what]).flatMap((name) => facts[name] ?? []);
	if (values.length === 0) return { ...row, verdict: 'not seen' };
	const isExpected = expected.test(values.join());
	const seen = values.map((value) => String(value).replace(/^\d{3}$/, 'status $&')).join(', ');
	if (isExpected) return { ...row, verdict: expectedVerdict(row), seen };
	return { ...row, verdict: 'different', seen, meaning };
}

const expectedVerdict = ({ basis }: Pick<Row, 'basis'>): string =>
	basis.startsWith('unknown') ? 'learned' : `as ${/^\w+/.exec(basis)}`;

export const isContradicted = ({ rows }: Report): boolean =>
	rows.some(({ basis, verdict }) => basis.startsWith('documented') && verdict === 'different');

const VERDICTS = ['as documented', 'as assumed', 'learned', 'different', 'not seen'];

const LEGEND = `
  as documented  The service does what its API document says.
  as assumed     The document does not say so, but the package relies on it.
  learned        The document does not say so, and the package works either way.
  DIFFERENT      The service differs from the document, or from what the package relies on.
`;

/** The rows that were seen, and a count of each verdict. */
export function formatReport({ rows }: Report): string {
	const seenRows = rows.filter(({ seen }) => seen !== undefined);
	const lines = seenRows.map(({ section, what, verdict, seen, meaning }, index) => {
		const label = verdict === 'different' ? 'DIFFERENT' : verdict;
		const title = seenRows[index - 1]?.section === section ? '' : `\n${section}\n`;
		const more = meaning === undefined ? '' : `\n${' '.repeat(17)}The package: ${meaning}`;
		return `${title}  ${label.padEnd(14)} ${what}: ${seen}${more}`;
	});
	const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
	const summary = VERDICTS.map((verdict) => `${count(verdict)} ${verdict}`);
	return `${LEGEND}${lines.join('\n')}\n\n${summary.join(', ')}\n`.replace(
		/`|\*\*|\]\(.*?\)|\[(?=\w)/g,
		'',
	);
}
