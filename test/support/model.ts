/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Message {
	role: string;
	content: unknown;
	tool_call_id?: string;
}

/** What a chat model is asked: the conversation so far, and the tools it may call. */
export interface ChatRequest {
	model: string;
	messages: Message[];
	stream?: boolean;
	tools?: Tool[];
}

interface Tool {
	function: { name: string; description: string; parameters: { properties: object } };
}

/** One turn of the model: words for the user, or calls of the first tool or of a named one. */
export type Turn = string | object[] | { tool: RegExp; calls: object[] };

/** A chat model that speaks OpenAI's language on loopback and follows a script. */
export interface Model {
	/** For the credential `openAiApi`. */
	url: string;
	requests: ChatRequest[];
	close(): Promise<void>;
}

/** @param script its turns, the last one again and again */
export async function startModel(script: Turn[]): Promise<Model> {
	const requests: ChatRequest[] = [];
	const server = createServer((incoming, response) => {
		void json(incoming).then((body) => {
			const asked = body as ChatRequest;
			const turn = script[requests.length] ?? script.at(-1) ?? '';
			requests.push(asked);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(completion(asked, turn, requests.length)));
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		requests,
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

function completion({ model, tools = [] }: ChatRequest, turn: Turn, number: number) {
	const isTalk = typeof turn === 'string';
	const message = isTalk
		? { role: 'assistant', content: turn }
		: { role: 'assistant', content: null, tool_calls: callsOf(turn, tools, number) };
	return {
		...{ id: `chatcmpl-${number}`, object: 'chat.completion', created: 0, model },
		choices: [{ index: 0, message, finish_reason: isTalk ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function callsOf(turn: Exclude<Turn, string>, tools: Tool[], number: number) {
	const { tool, calls } = Array.isArray(turn) ? { tool: /./, calls: turn } : turn;
	const name = tools.map((one) => one.function.name).find((one) => tool.test(one)) ?? '';
	return calls.map(toolCall(name, number));
}

function toolCall(name: string, number: number) {
	return (args: object, index: number) => ({
		id: `call_${number}_${index}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(args) },
	});
}
