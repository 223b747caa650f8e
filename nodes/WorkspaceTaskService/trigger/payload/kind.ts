import { isFilledText, isObject } from '../../api/json';
import type { Headers } from './body';

/* The API document names kinds such as `task.created`, but not where a notification has them. */

const HEADER = /^(ce-type|([a-z\d]+-)*(event|topic)(-(type|name|key|kind))?)$/;
const AROUND = ['event', 'meta', 'metadata', 'notification', 'action', 'config'];
/** What is in here may also be a field of the task. */
const INSIDE = ['data', 'payload', 'message', 'eventdata', 'detail', 'body', 'resource', 'webhook'];
const NAME = /^(webhook|trigger)?event(type|name|key|kind)?$/;
const TYPE = /^((subscription|notification|detail)?type|kind|topic|trigger|action|name)$/;
const NOUN = /^(object|resource|entity)(type|kind)?$|^(table|type|event)$/;
const VERB = /^(action|verb|operation|op|changetype|event|type)$/;
const ACTION = /^(creat|updat|delet|remov|chang|complet|add|mov|edit|clos|open|insert)/i;
const ENVELOPE_WORD = /^(events?|callbacks?|notifications?|(web)?hooks?|payload|trigger)$/;
const DOMAIN = /^(com|org|net|io|dev|app|co|eu|de|uk)\.[a-z\d-]+\.(?=.*\.)/i;
const MAX_TEXT = 100;
const MAX_FIELDS = 200;

type Text = [name: string, text: string];

/**
 * Reads the kind of an event: a known one in any spelling (`Task_Created` is `task.created`), else
 * the first name that was found, also composed of `{ type: 'task', action: 'created' }`, else null.
 */
export function kindReader(headers: Headers, known: string[]) {
	const literal = known.filter((kind) => !kind.includes('*')).reverse();
	const bySpelling = new Map(literal.map((kind) => [spelling(kind), kind]));
	const inHeaders = textsIn(headers).flatMap(([name, text]) => (HEADER.test(name) ? [text] : []));
	return (entry: unknown, outer: unknown): string | null => {
		const bodies = [...new Set([entry, outer])].map(fieldsOf);
		const around = bodies.flatMap((body) => [body, ...AROUND.map((name) => fieldsOf(body[name]))]);
		const inside = bodies.flatMap((body) => INSIDE.map((name) => fieldsOf(body[name])));
		const find = (places: object[], name: RegExp) =>
			places.flatMap(textsIn).flatMap(([one, text]) => (name.test(one) ? [text] : []));
		const named = [...find([...around, ...inside], NAME), ...inHeaders, ...find(around, TYPE)];
		const isTask = bodies.some(({ task, tasks }) => isObject(task ?? tasks));
		const nouns = [
			...find([...around, ...inside], NOUN),
			...inHeaders,
			...(isTask ? ['task'] : []),
		];
		const composed = compose(nouns, find([...around, ...inside], VERB));
		const names = named
			.map((name) => name.replace(DOMAIN, ''))
			.filter((name) => tellingWords(name).length > 0);
		const whole = names.find((name) => tellingWords(name).length > 1);
		// A name beats what can only be composed.
		const texts = whole === undefined ? [...names, ...composed, ...find(inside, TYPE)] : names;
		const selected = texts.map((text) => bySpelling.get(spelling(text))).find(isFilledText);
		return selected ?? whole ?? composed[0] ?? names[0] ?? null;
	};
}

function compose(nouns: string[], verbs: string[]): string[] {
	const things = nouns.filter((noun) => !ACTION.test(noun) && tellingWords(noun).length === 1);
	const actions = verbs.filter((verb) => ACTION.test(verb));
	return things.slice(0, 3).flatMap((noun) => actions.slice(0, 3).map((verb) => `${noun}.${verb}`));
}

/** The first fields, by their names without case and separators. */
function fieldsOf(value: unknown): Record<string, unknown> {
	if (!isObject(value)) return {};
	const names = Object.keys(value).slice(0, MAX_FIELDS);
	const plain = (name: string) =>
		name
			.slice(0, MAX_TEXT)
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]/gu, '');
	return Object.fromEntries(names.map((name) => [plain(name), value[name]]));
}

function textsIn(fields: object): Text[] {
	const isShort = (one: [string, unknown]): one is Text =>
		isFilledText(one[1]) && one[1].length <= MAX_TEXT;
	return Object.entries(fields).filter(isShort);
}

/** The words of a kind, without those that any event may have. */
export function tellingWords(kind: string): string[] {
	const separated = kind.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
	const words = separated.split(/[^\p{L}\p{N}]+/u).filter(isFilledText);
	return words.filter((word) => !ENVELOPE_WORD.test(word));
}

/** The same for `task.created`, `TASK_CREATED`, `taskCreate`, `tasks/create` and `created.task`. */
function spelling(kind: string): string {
	const stems = tellingWords(kind.replace(/\.v\d+$/i, '')).map((word) =>
		word.replace(/(ed|e|s)$/, ''),
	);
	return stems.sort().join('.');
}
