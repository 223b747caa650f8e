import { boardList } from '../api/schemas';
import type { Answer, Outcome } from '../transport/request';
import { isRedirect, isSuccess } from '../transport/request';
import { whyUnreachable } from '../transport/unreachable';
import { isHtmlPage, parseJson, redirectTarget, serviceWords } from '../transport/words';

const NOT_THE_SERVICE = 'No task service answers at this Base URL';
const CHECK = 'Check the address, and leave out the path of a page.';

/**
 * Pure: what is wrong with a connection, by the answer to GET /api/v1/boards, in words for the person
 * who set it up; undefined when nothing is.
 */
export function complaintAbout(outcome: Outcome, secrets: string[]): string | undefined {
	if (outcome.status === null) return `No answer: ${whyUnreachable(outcome, secrets)}`;
	if (isSuccess(outcome)) return impostor(outcome, secrets);
	return refusal(outcome, secrets);
}

function impostor({ text }: Answer, secrets: string[]): string | undefined {
	if (boardList.safeParse(parseJson(text)).success) return undefined;
	const kind = isHtmlPage(text) ? 'a web page' : 'something else than a list of boards';
	const words = serviceWords(text, secrets);
	return `${NOT_THE_SERVICE}: there is ${kind}${words === '' ? '' : ` (${words})`}. ${CHECK}`;
}

function refusal(answer: Answer, secrets: string[]): string {
	const { status, text } = answer;
	const words = serviceWords(text, secrets);
	const said = `The service answered ${status}${words === '' ? '' : `: ${words}`}.`;
	if (isRedirect(answer)) {
		return `This Base URL redirects to ${redirectTarget(answer, secrets)}. Enter the final address.`;
	}
	if (status === 401) return `${said} It rejected the token: it may be incomplete, or revoked.`;
	if (status === 402 || status === 403) {
		return `${said} The API needs a Premium, Business or Enterprise plan.`;
	}
	if ([404, 405, 410].includes(status)) return `${NOT_THE_SERVICE} (${status}). ${CHECK}`;
	if (status === 429) return `${said} It wants fewer requests: try again later.`;
	return status >= 500 ? `${said} It has trouble of its own: try again later.` : said;
}
