import { json, startServer, type ScriptedServer } from '../../../tools/http/server';
import { createCredential, referTo } from '../../../tools/n8n/api/credentials';
import type { Session } from '../../../tools/n8n/api/session';

interface Message {
	role: string;
	content: unknown;
	tool_call_id?: string;
}

interface ChatRequest {
	model: string;
	messages: Message[];
	tools?: Array<{
		function: { name: string; description: string; parameters: { properties: object } };
	}>;
}

/** Text for the user, or calls of the first tool that matches. */
export type Turn = string | { tool: RegExp; calls: object[] };

/**
 * A chat model with OpenAI's API. It follows a script, whose last turn repeats, or a function.
 */
export async function startChatModel(
	session: Session,
	script: Turn[] | ((request: ChatRequest) => Turn),
) {
	const requests: ChatRequest[] = [];
	const server: ScriptedServer = await startServer(({ body }) => {
		const request = JSON.parse(body) as ChatRequest;
		const turn =
			typeof script === 'function'
				? script(request)
				: (script[requests.length] ?? script.at(-1) ?? '');
		requests.push(request);
		return json(completion(request, turn, requests.length));
	});
	const { url, close } = server;
	const data = { apiKey: 'unused', url: `${url}/v1` };
	const credential = { name: 'Scripted model', type: 'openAiApi', data };
	return {
		requests,
		/** Of a node for the model. */
		credentials: referTo(await createCredential(session, credential)),
		/** What the model received for its calls, each once. */
		results: () => {
			const messages = requests.flatMap((request) => request.messages);
			const results = messages.filter(({ role }) => role === 'tool');
			const byCall = results.map(({ tool_call_id: id, content }) => [id, String(content)] as const);
			return [...new Map(byCall).values()];
		},
		close,
	};
}

function completion({ model, tools = [] }: ChatRequest, turn: Turn, number: number) {
	const isText = typeof turn === 'string';
	const message = isText
		? { role: 'assistant', content: turn }
		: { role: 'assistant', content: null, tool_calls: callsOf(turn, tools, number) };
	return {
		...{ id: `chatcmpl-${number}`, object: 'chat.completion', created: 0, model },
		choices: [{ index: 0, message, finish_reason: isText ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

function callsOf(
	{ tool, calls }: Exclude<Turn, string>,
	tools: NonNullable<ChatRequest['tools']>,
	number: number,
) {
	const name = tools.map((one) => one.function.name).find((one) => tool.test(one)) ?? '';
	return calls.map((args, index) => ({
		id: `call_${number}_${index}`,
		type: 'function',
		function: { name, arguments: JSON.stringify(args) },
	}));
}
