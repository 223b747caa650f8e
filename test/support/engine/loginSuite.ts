import { identifySession } from '../../../nodes/WorkspaceTaskService/http/credential';
import { json, type Reply } from '../../../tools/http/server';
import {
	CONTINUE,
	CREATE_TASK,
	engine,
	LIST_BOARDS,
	LOGIN,
	POST_TASK,
	POST_WEBHOOK,
	run,
	service,
	setUpService,
	useCredential,
} from './actionSuite';

/* What the suites about logins share: a service that knows which of its tokens are valid. */

export const CREATED = json({ id: 7, title: 'a' }, 201);
export const UNAUTHORIZED = json({}, 401);
export const FORBIDDEN = json({ detail: 'Signature has expired.' }, 403);
export const WRONG_PASSWORD = json({ message: 'Wrong password' }, 401);
/** The token of a credential that was stored before this process started. */
export const STORED = 'token of last month';

export const CREATE_BY_LOGIN = { ...CREATE_TASK, authentication: 'login' };

/** What a user entered. */
export let account: { baseUrl: string; email: string; password: string };
/** The tokens that the service has not let expire. */
export let valid: Set<string>;
export let logins: number;

/** For each test an account that has not logged in, and a service whose tokens are `token number 1` and so on. */
export function setUpLogin(): void {
	setUpService(CREATED);
	beforeEach(async () => {
		valid = new Set();
		logins = 0;
		service.when(LOGIN, logIn);
		await useAccount();
	});
}

export function logIn() {
	logins += 1;
	const token = `token number ${logins}`;
	valid.add(token);
	return json({ token });
}

export const withSession = (sessionToken: string) => ({
	...account,
	sessionToken,
	sessionFor: identifySession(account),
});

/** An account that this process does not know, for which n8n may have stored a token. */
export async function useAccount(sessionToken = ''): Promise<void> {
	const email = `${Math.random()}@example.com`;
	account = { baseUrl: service.url, email, password: 'p4ssw0rd' };
	await useCredential(withSession(sessionToken));
	engine.webhookBaseUrl = 'http://127.0.0.1:1/webhook';
}

const isValid = (authorization = '') => valid.has(authorization.replace('Bearer ', ''));

/** What the service answers to a token that is not valid, and to a create with a valid one. */
export function serve(refusal: Reply, created: Reply = CREATED): void {
	const check = (accepted: Reply): Reply => {
		return ({ headers }) => (isValid(headers.authorization) ? accepted : refusal);
	};
	service.when(POST_TASK, check(created));
	service.when(LIST_BOARDS, check(json([{ id: 1, name: 'A' }])));
	service.when(POST_WEBHOOK, check(json({ id: 3, active: true }, 201)));
}

/** With the stored login, as n8n's HTTP Request node sends it. */
export const postByHttpRequest = async () =>
	await engine.request({
		method: 'POST',
		uri: `${service.url}/api/v1/tasks`,
		json: true,
		body: {},
	});

export const testLogin = async () =>
	await engine.testCredential('testLogin', { ...engine.credentials.stored });

/** How many of the items were created. */
export async function countCreated(items: object[], options = {}): Promise<number> {
	const { json: output } = await run({ ...CREATE_BY_LOGIN, options }, items, CONTINUE);
	return output.filter(({ error }) => error === undefined).length;
}
