import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { normalizeBaseUrl } from '../api/baseUrl';
import { CALLS } from '../api/calls';
import { boardList } from '../api/responses';
import { explain, fullText } from '../transport/errors/explain';
import { exchange } from '../transport/exchange';
import { authorize, secretsOf } from '../transport/login/credentialData';
import { logInAgain } from '../transport/login/logIn';
import type { Outcome } from '../transport/outcome';
import { testHelper } from './testHelper';

type Data = ICredentialDataDecryptedObject;

/** How the service answered a request for the boards with a token. */
interface Probe {
	outcome: Outcome;
	baseUrl: string;
	secrets: string[];
}

/* A test of n8n's own kind shows bare codes, and passes any URL that responds with 200. */

export async function testApiToken(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<Data>,
): Promise<INodeCredentialTestResult> {
	return await reportOn(async () => await probe(this, data, String(data.apiToken)));
}

export async function testLogin(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<Data>,
): Promise<INodeCredentialTestResult> {
	return await reportOn(async () => await probeLogin(this, data));
}

/** Always logs in: the token that n8n has stored may have expired. */
async function probeLogin(context: ICredentialTestFunctions, data: Data): Promise<Probe> {
	const refusedToken = String(data.sessionToken ?? '');
	const token = await logInAgain({ ...data, refusedToken }, testHelper(context));
	return await probe(context, data, token);
}

async function probe(context: ICredentialTestFunctions, data: Data, token: string): Promise<Probe> {
	const helper = testHelper(context);
	const baseUrl = normalizeBaseUrl(data.baseUrl);
	const outcome = await exchange(
		async (options) => await helper(authorize(options, token)),
		{ call: CALLS.listBoards },
		{ baseUrl },
	);
	return { outcome, baseUrl, secrets: [token, ...secretsOf(data)] };
}

async function reportOn(test: () => Promise<Probe>): Promise<INodeCredentialTestResult> {
	try {
		const { outcome, baseUrl, secrets } = await test();
		if (isBoards(outcome)) return { status: 'OK', message: 'Connection successful' };
		const about = { baseUrl, secrets, request: { call: CALLS.listBoards } };
		return { status: 'Error', message: fullText(explain(outcome, about)) };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}

/** An empty body or `null` may come from any server. */
function isBoards(outcome: Outcome): boolean {
	const body = outcome.kind === 'done' ? outcome.body : undefined;
	return (body ?? '') !== '' && boardList.safeParse(body).success;
}
