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

const RESPONSE_FILES = ['boardList', 'rateLimit', 'success', 'sentence'];

/** Names without an entry, each with what needs it: a line of the API document, or a promise of the documentation. */
const PROMISED: Array<[what: string, why: string]> = [
	['board in ASIDE', 'API: a board has an ID and a name'],
	['workspace in ASIDE', 'API: a workspace has an ID'],
	['parent in ASIDE', "a person's task is never hidden because of the task around it"],
	['previous in ASIDE', "a person's task is never hidden because of its past"],
	['^board-?id$ in KINDS', 'API: board_id'],
	['^name$ in KINDS', 'API: the name of a board'],
	['^webhook-?id$ in KINDS', 'as board_id for a board'],
	['^url$ in KINDS', 'API: the url of a webhook'],
	[
		'\\/tasks\\/([^/?#]+)\\/?([?#]|$) in TASK_URL',
		'an event may have the URL of an own task, not its ID',
	],
	['html\\b in HTML_TYPE', 'a page that died: a 200 that is called HTML and has no body'],
	['data in DATA', 'what has neither an ID nor a title is shown as the task'],
	['payload in DATA', 'what has neither an ID nor a title is shown as the task'],
	['object in TYPE_NAME', 'the thing beside a verb: {"object": "task", "action": "created"}'],
	['-id$ in NO_TYPE_NAME', 'an ID is no type'],
	['com\\.[\\w-]+\\. in NAMESPACE', 'CloudEvents: a type begins with a reversed domain'],
	['boards in MAIN_LIST', 'API: boards; services in Go write an empty list as null'],
	['error in ASIDE', 'an error of JSON:API in responses.json has an ID: it is no list of boards'],
	['result in DATA', 'Cloudflare in responses.json: what a create returned is the object in it'],
	['^workspace$ in KINDS', 'API: a workspace has an ID'],
	['^workspace-?id$ in KINDS', 'API: workspace_id'],
	['err in WORD_NAMES', 'a reason of one word, such as a code, is shown rather than nothing'],
	[
		'(error-)?code in WORD_NAMES',
		'a reason of one word, such as a code, is shown rather than nothing',
	],
	['(error-)? in WORD_NAMES', 'a reason of one word, such as a code, is shown rather than nothing'],
	['(x-)?idempotency-key in ID_HEADER', 'GitLab documents it beside the event UUID'],
	["'task' in CREATION", 'an event that does not say what happened may be the creation'],
];

function isGuess(name: string): boolean {
	return !PROMISED.some(([what]) => name.endsWith(`: ${what}`));
}

/** What is read of each entry of the corpus. */
function readCorpus(mutant?: Mutant): string[] {
	const load = loaderOf(mutant);
	const { readDelivery } = load('reading/delivery.ts') as Delivery;
	const { makeTypeReader } = load('reading/eventType.ts') as EventType;
	const { classifyChange } = load('reading/spelling.ts') as Spelling;
	const { findCheckAnswer } = load('trigger/addressCheck.ts') as AddressCheck;
	const typeOf = makeTypeReader(KNOWN, KNOWN);
	const deliveries = Object.values(rows).flat();
	const readings = deliveries.map(({ headers, body, id, title, board }) => {
		const { events } = readDelivery({ headers, body, rawBody: undefined });
		return JSON.stringify(
			events.slice(0, 1).map(({ texts, isAboutTask, task, boardIds, eventId }) => {
				const type = typeOf(texts, isAboutTask);
				const seen = [task.id === id, task.title === title, boardIds.includes(board ?? '')];
				return [events.length, type, classifyChange(type), seen, task.isShown, eventId];
			}),
		);
	});
	const answers = checks.map(({ method, query, headers, body }) => {
		const delivery = { headers: headers as object as Record<string, string>, body };
		const request = { ...delivery, method, query, rawBody: Buffer.from('') };
		const reading = readDelivery({ ...delivery, rawBody: undefined });
		return JSON.stringify([findCheckAnswer(request, reading, KNOWN), reading.isEmpty]);
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
