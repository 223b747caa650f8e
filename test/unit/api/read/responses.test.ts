import corpus from '../../../corpus/responses.json';
import { CALLS } from '../../../../nodes/WorkspaceTaskService/api/calls';
import { readTask } from '../../../../nodes/WorkspaceTaskService/api/read/task';
import { boardList } from '../../../../nodes/WorkspaceTaskService/api/responses';
import type { Schema } from '../../../../nodes/WorkspaceTaskService/api/values/schemas';
import { explain } from '../../../../nodes/WorkspaceTaskService/transport/errors/explain';
import { outcomeOf } from '../../../../nodes/WorkspaceTaskService/transport/exchange';
import type { ApiRequest, Outcome } from '../../../../nodes/WorkspaceTaskService/transport/outcome';
import { listAll } from '../../../../nodes/WorkspaceTaskService/transport/pages';

/* What real services respond, and what is right. A shape that is read wrongly becomes an entry first. */

const BASE_URL = 'https://tasks.example.com';
const RECEIVED_S = 1_790_000_000;
const create: ApiRequest = { call: CALLS.createTask, body: { title: 'Call', board_id: 42 } };

interface Row {
	service: string;
	/** Where the shape is from, if the name of the service does not say it. */
	source?: string;
	kind: string;
	status: number;
	/** The content type. */
	type?: string;
	headers?: object;
	/** A text is sent as it is. */
	body: unknown;
	/** Of a refusal: texts of the message. */
	says?: string[];
	/** Texts that are no reason. */
	hides?: string[];
	/** Of a refusal in a 2xx: because of a rate limit. */
	isLimit?: boolean;
	/** Of a create. */
	id?: string | null;
	/** Of a list; null if the body is no list. */
	entries?: number | null;
	more?: boolean | null;
	/** The next page is requested by the link. */
	isFollowed?: boolean;
	/** Of a rate limit; null if it names no time, absent if the response is none. */
	seconds?: number | null;
}

const rows = corpus as Row[];
const rowsOf = (kind: string) =>
	rows.filter((row) => row.kind === kind).map((row) => [row.service, row] as const);

function outcomeOfRow({ status, type, headers, body }: Row, request = create): Outcome {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const filled = JSON.stringify({ ...(type && { 'content-type': type }), ...headers })
		.replaceAll(/\{epoch\+(\d+)\}/g, (_, seconds) => String(RECEIVED_S + Number(seconds)))
		.replaceAll(/\{http\+(\d+)\}/g, (_, seconds) =>
			new Date((RECEIVED_S + Number(seconds)) * 1_000).toUTCString(),
		);
	return outcomeOf(request, {
		status,
		headers: JSON.parse(filled.replaceAll('{base}', BASE_URL)) as Record<string, unknown>,
		text: text.replaceAll('{base}', BASE_URL),
		receivedDate: new Date(RECEIVED_S * 1_000),
	});
}

const explained = (outcome: Outcome) =>
	explain(outcome, { request: create, baseUrl: BASE_URL, secrets: [] });

it('has real responses of many services', () => {
	expect(new Set(rows.map(({ service }) => service)).size).toBeGreaterThan(130);
});

describe('a refusal', () => {
	it.each(rowsOf('refused'))('of %s is said in its words', (_, row) => {
		const { message } = explained(outcomeOfRow(row));
		for (const text of row.says ?? []) expect(message).toContain(text);
		for (const text of row.hides ?? []) expect(message).not.toContain(text);
	});

	it.each(rowsOf('refusedIn2xx'))('in a 2xx of %s is a refusal in its words', (_, row) => {
		const outcome = outcomeOfRow(row);
		expect(outcome.kind).toBe('refusedIn2xx');
		const { message, hint } = explained(outcome);
		for (const text of row.says ?? []) expect(message).toContain(text);
		for (const text of row.hides ?? []) expect(message).not.toContain(text);
		expect(hint.includes('limits the request rate')).toBe(row.isLimit === true);
	});
});

describe('a 2xx to a create', () => {
	it.each(rowsOf('created'))('of %s is a success, and shows its ID', (_, row) => {
		const outcome = outcomeOfRow(row);
		if (outcome.kind !== 'done') throw new Error(outcome.kind);
		expect(readTask(outcome.body).id ?? null).toBe(row.id);
	});

	it.each(rowsOf('unclear'))('of %s is unclear', (_, row) => {
		expect(outcomeOfRow(row).kind).toBe('unclear');
	});
});

describe('a list', () => {
	async function list(row: Row) {
		let sent = 0;
		const sender = {
			send: async (request: ApiRequest) =>
				outcomeOfRow(++sent > 1 ? { ...row, headers: {}, body: [] } : row, request),
			read: <Value>({ outcome }: { outcome: Outcome }, response: Schema<Value>) =>
				response.parse(outcome.kind === 'done' ? outcome.body : outcome),
			account: { baseUrl: BASE_URL },
		};
		const { entries, hasMore } = await listAll(sender, { call: CALLS.listBoards }, boardList);
		return { entries: entries.length, more: sent > 1 || hasMore, isFollowed: sent > 1 };
	}

	it.each(rowsOf('list').filter(([, { entries }]) => entries !== null))(
		'of %s is read, and says whether there is more',
		async (_, row) => {
			const { entries, more, isFollowed = false } = row;
			expect(await list(row)).toEqual({ entries, more, isFollowed });
		},
	);

	it.each(rowsOf('list').filter(([, { entries }]) => entries === null))(
		'is not in the response of %s',
		async (_, row) => await expect(list(row)).rejects.toThrow('must be a list of boards'),
	);
});

describe('a rate limit', () => {
	it.each(rowsOf('limit').filter(([, { seconds }]) => seconds !== undefined))(
		'of %s asks for its time',
		(_, row) => {
			const outcome = outcomeOfRow(row);
			if (outcome.kind !== 'rateLimited') throw new Error(outcome.kind);
			const { askedMs } = outcome;
			expect(askedMs === undefined ? null : askedMs / 1_000).toBe(row.seconds);
		},
	);

	it.each(rowsOf('limit').filter(([, { seconds }]) => seconds === undefined))(
		'is not the response of %s',
		(_, row) => expect(outcomeOfRow(row).kind).not.toBe('rateLimited'),
	);
});
