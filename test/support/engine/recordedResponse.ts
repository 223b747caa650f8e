import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { EventEmitter } from 'node:events';

type Response = NonNullable<IWorkflowExecuteAdditionalData['httpResponse']>;

/** An Express response as far as the trigger uses it. */
export function recordedResponse(statusCode: number) {
	const sent: { status?: number; headers?: Record<string, string>; body?: string } = {};
	const response = Object.assign(new EventEmitter(), {
		statusCode,
		headersSent: false,
		writeHead(status: number, headers: Record<string, string>) {
			Object.assign(sent, { status, headers });
			response.headersSent = true;
			return response;
		},
		end(body: string) {
			sent.body = body;
			response.emit('sent');
			return response;
		},
	});
	return { sent, response: response as unknown as Response & EventEmitter };
}
