import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

const NO_CREDENTIAL = /^(No credential|".*" is not the kind) .* under "Credential"[^"]*$/;
const OF_SETTINGS =
	/^(Check|Enter|Open|Otherwise check|If \w+ \w+ right, check) .*\bcredential\b|^Try \S+ instead|^Use http/;
const OF_PANEL =
	/\bcredential\b|\bexpression\b|this node\b|operation "|\b[Ss](elect|et) (a|one|another|")|"Options"/;
const NOT_SET_UP = 'This tool is not set up';
const ASK_USER = 'If the values are right, ask the user to check the settings of this tool.';

/** Leaves out the sentences that only help at the panel: a model sees neither it nor the credential. */
export function addressModel(error: NodeApiError | NodeOperationError): void {
	const { message } = error;
	const hint = error.description ?? '';
	// A message begins with what happened; after that come the words of the service, or values.
	error.message = without(message.replace(NO_CREDENTIAL, NOT_SET_UP), OF_SETTINGS);
	const rest = without(hint, OF_SETTINGS);
	const ask = error.message !== message || rest !== hint ? ASK_USER : '';
	error.description = `${without(rest, OF_PANEL)} ${ask}`.trim();
}

const without = (text: string, pattern: RegExp) =>
	text
		.split(/(?<=[.!?]) /)
		.filter((sentence) => !pattern.test(sentence))
		.join(' ');
