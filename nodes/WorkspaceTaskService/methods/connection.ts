import { boardList } from '../api/schemas';
import { redirectTarget } from '../transport/errors';
import type { Answer, NoAnswer, Outcome } from '../transport/request';
import { isHtmlPage, cleanText, parseJson, serviceWords } from '../transport/words';

const NOT_THE_SERVICE = 'No task service answers at this Base URL';

/** What the codes of Node.js mean for the address that was entered. */
const MEANINGS: Array<[RegExp, string]> = [
	[/^(ENOTFOUND|EAI_AGAIN)$/, 'There is no such address. Check the Base URL for a typing mistake.'],
	[/^ECONNREFUSED$/, 'Nothing listens at this Base URL. Check its host name and port.'],
	[
		/^(EPROTO|ERR_SSL_\w+)$/,
		'This address does not speak https. Check the port, or begin the Base URL with http:// if the service has no https.',
	],
	[
		/^(CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|ERR_TLS_CERT_\w+)$/,
		'The certificate of this address is not trusted by n8n. Give n8n the certificate authority (NODE_EXTRA_CA_CERTS).',
	],
];

/**
 * Pure: what is wrong with a connection, by the answer to GET /api/v1/boards, in words for the person
 * who set it up; undefined when nothing is.
 */
export function complaintAbout(outcome: Outcome, secrets: string[]): string | undefined {
	if (outcome.status === null) return unreachable(outcome, secrets);
	if (outcome.status >= 200 && outcome.status < 300) return impostor(outcome, secrets);
	return refusal(outcome, secrets);
}

function unreachable({ code, reason }: NoAnswer, secrets: string[]): string {
	const meaning = MEANINGS.find(([codes]) => codes.test(code))?.[1];
	return meaning ?? `No answer from this Base URL: ${cleanText(reason, secrets)}`;
}

function impostor({ text }: Answer, secrets: string[]): string | undefined {
	if (boardList.safeParse(parseJson(text)).success) return undefined;
	const kind = isHtmlPage(text) ? 'a web page' : 'something else than a list of boards';
	const words = serviceWords(text, secrets);
	return `${NOT_THE_SERVICE}: there is ${kind}${words === '' ? '' : ` (${words})`}. Check the address.`;
}

function refusal(answer: Answer, secrets: string[]): string {
	const { status, text } = answer;
	const words = serviceWords(text, secrets);
	const said = `The service answered ${status}${words === '' ? '' : `: ${words}`}.`;
	if (status < 400) {
		return `This Base URL redirects to ${redirectTarget(answer, secrets)}. Enter the final address.`;
	}
	if (status === 401) return `${said} It rejected the token: it may be incomplete, or revoked.`;
	if (status === 402 || status === 403) {
		return `${said} The API needs a Premium, Business or Enterprise plan.`;
	}
	if ([404, 405, 410].includes(status)) return `${NOT_THE_SERVICE} (${status}). Check the address.`;
	return status >= 500 ? `${said} It has trouble of its own: try again later.` : said;
}
