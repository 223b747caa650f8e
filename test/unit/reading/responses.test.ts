import { indexBoards } from '../../../nodes/WorkspaceTaskService/service/boards';
import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import { readCreatedTask } from '../../../nodes/WorkspaceTaskService/reading/object';
import { boardList } from '../../../nodes/WorkspaceTaskService/service/responses';
import { explainOutcome } from '../../../nodes/WorkspaceTaskService/messages/explain';
import { classifyResponse } from '../../../nodes/WorkspaceTaskService/http/exchange';
import type { ApiRequest, Outcome } from '../../../nodes/WorkspaceTaskService/outcome';
import { requestAllPages } from '../../../nodes/WorkspaceTaskService/http/pages';
import { BASE_URL, responseOf, rows, senderOf, type Row } from '../../support/corpus/responses';

/* What real services respond, and what is right. A shape that is read wrongly becomes an entry first. */

const create: ApiRequest = { call: CALLS.createTask, body: { title: 'Call', board_id: 42 } };

const rowsOf = (kind: string) =>
	rows.filter((row) => row.kind === kind).map((row) => [row.service, row] as const);

const outcomeOfRow = (row: Row, request = create) => classifyResponse(request, responseOf(row));

const explained = (outcome: Outcome) =>
	explainOutcome(outcome, { request: create, baseUrl: BASE_URL, secrets: [] });

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
		expect(readCreatedTask(outcome.body).id ?? null).toBe(row.id);
	});

	it.each(rowsOf('unclear'))('of %s is unclear', (_, row) => {
		expect(outcomeOfRow(row).kind).toBe('unclear');
	});
});

describe('a list', () => {
	async function list(row: Row) {
		const { sender, requests } = senderOf(row, outcomeOfRow);
		const { entries, hasMore } = await requestAllPages(
			sender,
			{ call: CALLS.listBoards },
			boardList,
		);
		const isFollowed = requests.length > 1;
		const [first = {}] = indexBoards({ entries, hasMore }).boards;
		return { entries: entries.length, more: isFollowed || hasMore, isFollowed, first };
	}

	it.each(rowsOf('list').filter(([, { entries }]) => entries !== null))(
		'of %s is read, and says whether there is more',
		async (_, row) => {
			const { entries, more, isFollowed = false, first = {} } = row;
			expect(await list(row)).toMatchObject({ entries, more, isFollowed, first });
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
