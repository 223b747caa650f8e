import checks from '../../corpus/checks.json';
import { rows } from '../../support/corpus/deliveries';
import { loaderOf, mutantsOf, type Mutant } from '../../support/corpus/mutants';
import { readResponses } from '../../support/corpus/responses';

type Delivery = typeof import('../../../nodes/WorkspaceTaskService/reading/delivery');
type EventType = typeof import('../../../nodes/WorkspaceTaskService/reading/eventType');
type Spelling = typeof import('../../../nodes/WorkspaceTaskService/reading/spelling');
type AddressCheck = typeof import('../../../nodes/WorkspaceTaskService/trigger/addressCheck');

const KNOWN = ['task.created', 'task.updated'];
const FILES = ['places', 'object', 'eventType', 'spelling', 'event', 'delivery'];

const RESPONSE_FILES = ['boardList', 'rateLimit', 'success', 'errorSentences'];

/** Names without an entry, by what needs them: a line of the API document, or a promise of the documentation. */
const PROMISED: Array<[why: string, ...names: string[]]> = [
	['API: a board has an ID and a name', 'board in ASIDE', '^name$ in KINDS'],
	['API: a workspace has an ID', 'workspace in ASIDE', '^workspace$ in KINDS'],
	["a person's task is never hidden because of the task around it", 'parent in ASIDE'],
	["a person's task is never hidden because of its past", 'previous in ASIDE'],
	['API: board_id', '^board-?id$ in KINDS'],
	['API: workspace_id', '^workspace-?id$ in KINDS'],
	['as board_id for a board', '^webhook-?id$ in KINDS'],
	['API: the url of a webhook', '^url$ in KINDS'],
	[
		'an event may have the URL of an own task, not its ID',
		'\\/tasks\\/([^/?#]+)\\/?([?#]|$) in TASK_URL',
	],
	['a page that died: a 200 that is called HTML and has no body', 'html\\b in HTML_TYPE'],
	[
		'what has neither an ID nor a title is shown as the task',
		...['data in DATA', 'payload in DATA'],
	],
	['the thing beside a verb: {"object": "task", "action": "created"}', 'object in TYPE_NAME'],
	['an ID is no type', '-id$ in NO_TYPE_NAME'],
	['CloudEvents: a type begins with a reversed domain', 'com\\.[\\w-]+\\. in NAMESPACE'],
	['API: boards; services in Go write an empty list as null', 'boards in MAIN_LIST'],
	['an error of JSON:API in responses.json has an ID: it is no list of boards', 'error in ASIDE'],
	['Cloudflare in responses.json: what a create returned is the object in it', 'result in DATA'],
	[
		'a reason of one word, such as a code, is shown rather than nothing',
		...['err in WORD_NAMES', '(error-)?code in WORD_NAMES', '(error-)? in WORD_NAMES'],
	],
	['GitLab documents it beside the event UUID', '(x-)?idempotency-key in ID_HEADER'],
	['an event that does not say what happened may be the creation', "'task' in CREATION"],
];
const PROMISED_NAMES = PROMISED.flatMap(([, ...names]) => names);

function isGuess(name: string): boolean {
	return !PROMISED_NAMES.some((promised) => name.endsWith(`: ${promised}`));
}

/** What is read of each entry of the corpus. */
function readCorpus(mutant?: Mutant): string[] {
	const load = loaderOf(mutant);
	const { readDelivery } = load('reading/delivery.ts') as Delivery;
	const { makeTypeReader } = load('reading/eventType.ts') as EventType;
	const { classifyAsTaskCreation } = load('reading/spelling.ts') as Spelling;
	const { findAddressCheckResponse } = load('trigger/addressCheck.ts') as AddressCheck;
	const typeOf = makeTypeReader(KNOWN, KNOWN);
	const deliveries = Object.values(rows).flat();
	const readings = deliveries.map(({ headers, body, id, title, board }) => {
		const { events } = readDelivery({ headers, body, rawBody: undefined });
		return JSON.stringify(
			events.slice(0, 1).map(({ typeTexts: texts, isAboutTask, task, boardIds, eventId }) => {
				const type = typeOf(texts, isAboutTask);
				const seen = [task.id === id, task.title === title, boardIds.includes(board ?? '')];
				return [events.length, type, classifyAsTaskCreation(type), seen, task.isCertain, eventId];
			}),
		);
	});
	const answers = checks.map(({ method, query, headers, body }) => {
		const delivery = { headers: headers as object as Record<string, string>, body };
		const request = { ...delivery, method, query, rawBody: Buffer.from('') };
		const reading = readDelivery({ ...delivery, rawBody: undefined });
		return JSON.stringify([findAddressCheckResponse(request, reading, KNOWN), reading.isEmpty]);
	});
	return [...readings, ...answers];
}

it('a name stands because an entry of the corpus or a line of the API document needs it', () => {
	const expected = JSON.stringify(readCorpus());
	const mutants = [
		...FILES.flatMap((name) => mutantsOf(`reading/${name}.ts`)),
		...mutantsOf('trigger/addressCheck.ts'),
	];
	const needless = mutants.filter((mutant) => JSON.stringify(readCorpus(mutant)) === expected);
	const names = needless.map(({ name }) => name);
	expect(names.filter(isGuess)).toEqual([]);
	expect(mutants.length).toBeGreaterThan(50);
});

it('so does a name in a response', async () => {
	const expected = JSON.stringify(await readResponses(loaderOf()));
	const needless: string[] = [];
	for (const mutant of RESPONSE_FILES.flatMap((name) => mutantsOf(`reading/${name}.ts`))) {
		const read = await readResponses(loaderOf(mutant)).catch((error) => [String(error)]);
		if (JSON.stringify(read) === expected) needless.push(mutant.name);
	}
	expect(needless.filter(isGuess)).toEqual([]);
});
