/** What a request is. Limits, messages and the retry policy go by the call, and by nothing else. */
export interface Call {
	method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
	/** Below the base URL. `{id}` stands for the ID of the object. */
	path: string;
	/** What the call reads, creates or changes. */
	resource: string;
	/** A read and a write may be sent twice, a create may not. */
	effect: 'read' | 'create' | 'write';
}

/** The five calls that the API document shows, each once. */
export const CALLS = {
	logIn: { method: 'POST', path: '/api/v1/auth/login', resource: 'login', effect: 'read' },
	listBoards: { method: 'GET', path: '/api/v1/boards', resource: 'board', effect: 'read' },
	createBoard: { method: 'POST', path: '/api/v1/boards', resource: 'board', effect: 'create' },
	createTask: { method: 'POST', path: '/api/v1/tasks', resource: 'task', effect: 'create' },
	registerWebhook: {
		method: 'POST',
		path: '/api/v1/webhooks',
		resource: 'webhook',
		effect: 'create',
	},
} satisfies Record<string, Call>;
