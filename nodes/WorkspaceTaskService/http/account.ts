import {
	NodeOperationError,
	type IExecuteFunctions,
	type IHookFunctions,
	type ILoadOptionsFunctions,
	type INode,
	type INodeCredentialsDetails,
} from 'n8n-workflow';

import { getLimiter, type Limiter } from '../limits/limiter';
import type { Outcome } from '../outcome';
import { normalizeBaseUrl } from '../service/baseUrl';
import type { Call } from '../service/calls';
import {
	requireApiToken,
	readEmail,
	identifyAccount,
	hashSecrets,
	listSecrets,
	type Credential,
} from './credential';
import { Renewal, type SendSteps } from './login/renewal';

export type ApiContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

const TOKEN_TYPE = 'workspaceTaskServiceApi';
const LOGIN_TYPE = 'workspaceTaskServiceLoginApi';
const MAX_COMPARED = 20;

/** n8n's own message has the internal name of the credential. */
const NO_CREDENTIAL =
	'No credential is selected. Open this node and select one under "Credential".';
const describeWrongKind = (name: string) =>
	`"${name}" is not the kind of credential that this node is set to. Open this node and select "${name}" under "Credential" again.`;

/** The credential in use, read and decrypted once: n8n would do so again for every request. */
export interface Account {
	baseUrl: string;
	/** Of the credential, with the email address of a login. A new password or token changes nothing. */
	id: string;
	/** Shared by all executions with the same service, credential and secret. */
	limiter: Limiter;
	/** Never shown: of the credential, and every token that was sent. */
	secrets: Set<string>;
	/** Sends with the credential, and for a login again with another token, if that may help. */
	sendWithToken(call: Call, steps: SendSteps): Promise<Outcome>;
}

/** @throws NodeOperationError if there is no usable credential, or if a run would need several accounts */
export async function openAccount(context: ApiContext): Promise<Account> {
	const node = context.getNode();
	const type = node.parameters.authentication === 'login' ? LOGIN_TYPE : TOKEN_TYPE;
	const selected = requireSelectedCredential(node, type);
	const data = await context.getCredentials(type);
	const credential: Credential = {
		id: String(selected.id ?? ''),
		name: selected.name,
		type,
		data,
	};
	await requireOneAccount(context, credential);
	const baseUrl = readCredentialField(node, credential, 'Base URL', () =>
		normalizeBaseUrl(data.baseUrl),
	);
	if (type === TOKEN_TYPE)
		readCredentialField(node, credential, 'API Token', () => requireApiToken(data));
	const secrets = new Set(listSecrets(data));
	const read = async () => await context.getCredentials(type);
	const renewal = type === LOGIN_TYPE ? new Renewal(credential, read, secrets) : undefined;
	return {
		baseUrl,
		id: `${credential.id} ${readEmail(data)}`,
		limiter: getLimiter(`${baseUrl} ${credential.id} ${hashSecrets(data)}`),
		secrets,
		sendWithToken: async (call, steps) =>
			await (renewal?.sendWithRenewal(call, steps) ?? steps.sendOnce(credential)),
	};
}

function requireSelectedCredential(node: INode, type: string): INodeCredentialsDetails {
	const { [type]: selected, ...others } = node.credentials ?? {};
	if (selected !== undefined) return selected;
	const [other] = Object.values(others);
	throw new NodeOperationError(node, other ? describeWrongKind(other.name) : NO_CREDENTIAL);
}

/** @throws NodeOperationError that names the field of the credential */
function readCredentialField(
	node: INode,
	credential: Credential,
	field: string,
	read: () => string,
): string {
	try {
		return read();
	} catch (error) {
		throw new NodeOperationError(node, (error as Error).message, {
			description: `Open the credential "${credential.name}" and correct "${field}".`,
		});
	}
}

/**
 * n8n evaluates the expressions in a credential for each item, but a run has one account. Each look is
 * a request to n8n's database.
 */
async function requireOneAccount(context: ApiContext, credential: Credential): Promise<void> {
	if (!('getInputData' in context)) return;
	const indexes = sampleLaterItemIndexes(context.getInputData().length);
	const others = await Promise.all(
		indexes.map(async (index) => await context.getCredentials(credential.type, index)),
	);
	const identity = identifyAccount(credential.data);
	const different = others.findIndex((other) => identifyAccount(other) !== identity);
	if (different === -1) return;
	throw new NodeOperationError(
		context.getNode(),
		`The expressions in the credential "${credential.name}" result in different accounts for item 0 and item ${indexes[different]}`,
		{ description: 'Nothing was sent. Put Loop Over Items (batch size 1) before this node.' },
	);
}

/** Without the first item, spread over the run, the last item among them. */
function sampleLaterItemIndexes(count: number): number[] {
	const last = Math.max(count - 1, 0);
	const length = Math.min(last, MAX_COMPARED - 1);
	return Array.from({ length }, (_, n) => Math.round(((n + 1) * last) / length));
}
