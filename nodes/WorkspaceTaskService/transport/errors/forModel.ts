import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

const OF_CREDENTIAL =
	/\bin the credential\b|the credential:|^No credential|one under "Cred|"Base URL"/;
const OF_PANEL =
	/\bcredential\b|\bexpression\b|this node\b|operation "|\b[Ss](elect|et) (a|one|another|")|"Options"|^Try \S+ instead|^Use http/;
const NOT_SET_UP = 'This tool is not set up';
const ASK_USER = 'If the values are right, ask the user to check the settings of this tool.';

/** Leaves out the sentences that only help at the panel: a model sees neither it nor the credential. */
export function addressModel(error: NodeApiError | NodeOperationError): void {
	const { message, description } = error;
	const hint = description ?? '';
	const ask = OF_CREDENTIAL.test(message) || OF_CREDENTIAL.test(hint) ? ASK_USER : '';
	// The rest of a message is the words of the service, or values.
	error.message = without(message, OF_CREDENTIAL) || (message && NOT_SET_UP);
	error.description = `${without(hint, OF_PANEL)} ${ask}`.trim();
}

const without = (text: string, pattern: RegExp) =>
	text
		.split(/(?<=[.!?]) /)
		.filter((sentence) => !pattern.test(sentence))
		.join(' ');
