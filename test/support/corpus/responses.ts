import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Schema } from '../../../nodes/WorkspaceTaskService/service/values/schemas';

/* What is read of each response in test/corpus/responses.json. */

type Boards = typeof import('../../../nodes/WorkspaceTaskService/service/boards');
type Calls = typeof import('../../../nodes/WorkspaceTaskService/service/calls');
type Task = typeof import('../../../nodes/WorkspaceTaskService/reading/object');
type Responses = typeof import('../../../nodes/WorkspaceTaskService/service/responses');
type Exchange = typeof import('../../../nodes/WorkspaceTaskService/http/exchange');
type Explain = typeof import('../../../nodes/WorkspaceTaskService/messages/explain');
type Pages = typeof import('../../../nodes/WorkspaceTaskService/http/pages');
type Client = import('../../../nodes/WorkspaceTaskService/http/client').Client;
type Request = Parameters<Exchange['classifyResponse']>[0];
type Outcome = ReturnType<Exchange['classifyResponse']>;

/** As test/corpus/README.md explains them. */
export interface Row {
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
	says?: string[];
	/** Texts that are no reason. */
	hides?: string[];
	/** A refusal in a 2xx because of a rate limit. */
	isLimit?: boolean;
	id?: string | null;
	/** Null if the body is no list. */
	entries?: number | null;
	more?: boolean | null;
	first?: object;
	/** The next page is requested by the link. */
	isFollowed?: boolean;
	seconds?: number | null;
}

const BASE_URL = 'https://tasks.example.com';
const RECEIVED_S = 1_790_000_000;
export const rows = JSON.parse(
	readFileSync(join(__dirname, '../../corpus/responses.json'), 'utf8'),
) as Row[];

/**
 * Reads a row as the package does.
 * @param load loads a module of the package, maybe with a name taken out
 */
export function makeRowReader(load: (path: string) => unknown) {
	const { indexBoardsByName } = load('service/boards.ts') as Boards;
	const { CALLS } = load('service/calls.ts') as Calls;
	const { readCreatedTask } = load('reading/object.ts') as Task;
	const { boardList } = load('service/responses.ts') as Responses;
	const { classifyResponse } = load('http/exchange.ts') as Exchange;
	const { explainOutcome } = load('messages/explain.ts') as Explain;
	const { requestPages } = load('http/pages.ts') as Pages;
	const create: Request = { call: CALLS.createTask, body: { title: 'Call', board_id: 42 } };

	/** How the create, or another request, ended. */
	const classify = (row: Row, request = create) => classifyResponse(request, responseOf(row));

	const explain = (row: Row) =>
		explainOutcome(classify(row), { request: create, baseUrl: BASE_URL, secrets: [] });

	/** The ID of what was created. */
	const readId = (row: Row) => {
		const outcome = classify(row);
		return outcome.kind === 'done' ? readCreatedTask(outcome.body).id : undefined;
	};

	const list = async (row: Row) => {
		const { sender, requests } = senderOf(row, classify);
		const listed = await requestPages(sender, { call: CALLS.listBoards }, boardList);
		const [first = {}] = indexBoardsByName(listed).boards;
		const isFollowed = requests.length > 1;
		const more = isFollowed || listed.isPartial;
		return { entries: listed.entries.length, more, isFollowed, first };
	};
	return { classify, explain, readId, list };
}

/** What is read of each row. */
export async function readResponses(load: (path: string) => unknown): Promise<string[]> {
	const { classify, explain, readId, list } = makeRowReader(load);
	const read = async (row: Row): Promise<unknown> => {
		if (row.kind === 'list') return await list(row).catch(() => 'no list');
		const outcome = classify(row);
		if (row.kind === 'limit') return outcome;
		const { message, hint } = explain(row);
		const said = [...(row.says ?? []), ...(row.hides ?? [])].map((text) => message.includes(text));
		return [outcome.kind, readId(row), said, hint.includes('limits the request rate')];
	};
	const readings = await Promise.all(rows.map(read));
	return readings.map((reading) => JSON.stringify(reading));
}

function responseOf({
	status,
	type,
	headers,
	body,
}: Row): Parameters<Exchange['classifyResponse']>[1] {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const filled = JSON.stringify({ ...(type && { 'content-type': type }), ...headers })
		.replaceAll(/\{epoch\+(\d+)\}/g, (_, seconds) => String(RECEIVED_S + Number(seconds)))
		.replaceAll(/\{http\+(\d+)\}/g, (_, seconds) =>
			new Date((RECEIVED_S + Number(seconds)) * 1_000).toUTCString(),
		)
		.replaceAll(/\{iso\+(\d+)\}/g, (_, seconds) =>
			new Date((RECEIVED_S + Number(seconds)) * 1_000).toISOString(),
		);
	return {
		status,
		headers: JSON.parse(filled.replaceAll('{base}', BASE_URL)) as Record<string, unknown>,
		text: text.replaceAll('{base}', BASE_URL),
		receivedDate: new Date(RECEIVED_S * 1_000),
	};
}

/** Sends a list whose first page is the row; a further page is empty. `requests` were sent. */
function senderOf(row: Row, outcomeOfRow: (row: Row, request: Request) => Outcome) {
	const requests: Request[] = [];
	/** What a list needs of it. */
	const sender = {
		send: async (request: Request) => {
			requests.push(request);
			return outcomeOfRow(requests.length > 1 ? { ...row, headers: {}, body: [] } : row, request);
		},
		read: <Value>({ outcome }: { outcome: Outcome }, response: Schema<Value>) =>
			response.parse(outcome.kind === 'done' ? outcome.body : outcome),
		account: { baseUrl: BASE_URL },
	} as unknown as Client;
	return { sender, requests };
}
