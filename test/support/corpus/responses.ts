/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- tests run outside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Schema } from '../../../nodes/WorkspaceTaskService/api/values/schemas';

/* What is read of each response in test/corpus/responses.json. */

type Calls = typeof import('../../../nodes/WorkspaceTaskService/api/calls');
type Task = typeof import('../../../nodes/WorkspaceTaskService/api/read/task');
type Responses = typeof import('../../../nodes/WorkspaceTaskService/api/responses');
type Exchange = typeof import('../../../nodes/WorkspaceTaskService/transport/exchange');
type Explain = typeof import('../../../nodes/WorkspaceTaskService/transport/errors/explain');
type Pages = typeof import('../../../nodes/WorkspaceTaskService/transport/pages');
type Request = Parameters<Exchange['outcomeOf']>[0];
type Outcome = ReturnType<Exchange['outcomeOf']>;

interface Row {
	kind: string;
	status: number;
	type?: string;
	headers?: object;
	body: unknown;
	says?: string[];
	hides?: string[];
}

const BASE_URL = 'https://tasks.example.com';
const RECEIVED_S = 1_790_000_000;
const rows = JSON.parse(
	readFileSync(join(__dirname, '../../corpus/responses.json'), 'utf8'),
) as Row[];

/** @param load loads a module of the package, maybe with a name taken out */
export async function readResponses(load: (path: string) => unknown): Promise<string[]> {
	const { CALLS } = load('api/calls.ts') as Calls;
	const { readTask } = load('api/read/task.ts') as Task;
	const { boardList } = load('api/responses.ts') as Responses;
	const { outcomeOf } = load('transport/exchange.ts') as Exchange;
	const { explain } = load('transport/errors/explain.ts') as Explain;
	const { listAll } = load('transport/pages.ts') as Pages;
	const create: Request = { call: CALLS.createTask, body: { title: 'Call', board_id: 42 } };
	const outcomeOfRow = (row: Row, request = create) => outcomeOf(request, responseOf(row));

	const list = async (row: Row) => {
		let sent = 0;
		const sender = {
			send: async (request: Request) =>
				outcomeOfRow(++sent > 1 ? { ...row, headers: {}, body: [] } : row, request),
			read: <Value>({ outcome }: { outcome: Outcome }, response: Schema<Value>) =>
				response.parse(outcome.kind === 'done' ? outcome.body : outcome),
			account: { baseUrl: BASE_URL },
		};
		const { entries, hasMore } = await listAll(sender, { call: CALLS.listBoards }, boardList);
		return [entries.length, sent, hasMore];
	};

	const read = async (row: Row): Promise<unknown> => {
		if (row.kind === 'list') return await list(row).catch(() => 'no list');
		const outcome = outcomeOfRow(row);
		if (row.kind === 'limit') return outcome;
		const { message, hint } = explain(outcome, { request: create, baseUrl: BASE_URL, secrets: [] });
		const said = [...(row.says ?? []), ...(row.hides ?? [])].map((text) => message.includes(text));
		const id = outcome.kind === 'done' ? readTask(outcome.body).id : undefined;
		return [outcome.kind, id, said, hint.includes('limits the request rate')];
	};
	const readings = await Promise.all(rows.map(read));
	return readings.map((reading) => JSON.stringify(reading));
}

function responseOf({ status, type, headers, body }: Row): Parameters<Exchange['outcomeOf']>[1] {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const filled = JSON.stringify({ ...(type && { 'content-type': type }), ...headers })
		.replaceAll(/\{epoch\+(\d+)\}/g, (_, seconds) => String(RECEIVED_S + Number(seconds)))
		.replaceAll(/\{http\+(\d+)\}/g, (_, seconds) =>
			new Date((RECEIVED_S + Number(seconds)) * 1_000).toUTCString(),
		);
	return {
		status,
		headers: JSON.parse(filled.replaceAll('{base}', BASE_URL)) as Record<string, unknown>,
		text: text.replaceAll('{base}', BASE_URL),
		receivedDate: new Date(RECEIVED_S * 1_000),
	};
}
