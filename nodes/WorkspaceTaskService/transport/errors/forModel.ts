const OF_CREDENTIAL =
	/\bin the credential\b|the credential:|^No credential|one under "Cred|"Base URL"/;
const OF_PANEL =
	/\bcredential\b|\bexpression\b|this node\b|operation "|\b[Ss](elect|et) (a|one|another|")|"Options"|^Try \S+ instead|^Use http/;
const NOT_SET_UP = 'This tool is not set up';
const ASK_USER = 'If the values are right, ask the user to check the settings of this tool.';

interface Failure {
	/** Mostly the words of the service, or values. */
	message: string;
	/** What to do. */
	description?: string | null;
}

/** Leaves out the sentences that only help at the panel: a model sees neither it nor the credential. */
export function addressModel(failure: Failure): void {
	const { message, description } = failure;
	const hint = description ?? '';
	const isOfSettings = OF_CREDENTIAL.test(message) || OF_CREDENTIAL.test(hint);
	failure.message = without(message, OF_CREDENTIAL) || (message && NOT_SET_UP);
	failure.description = [without(hint, OF_PANEL), isOfSettings && ASK_USER]
		.filter(Boolean)
		.join(' ');
}

const without = (text: string, pattern: RegExp) =>
	text
		.split(/(?<=[.!?]) /)
		.filter((sentence) => !pattern.test(sentence))
		.join(' ');
