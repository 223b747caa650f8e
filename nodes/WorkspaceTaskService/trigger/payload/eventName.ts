import { isFilledText, isObject, type Fields } from '../../api/json';
import type { Change } from '../../ownTasks';
import type { Headers } from './rawEvents';

/* The API document names types such as `task.created`, but not where a notification has them. */

const HEADER = /^(ce-type|([a-z\d]+-)*(event|topic)(-(type|name|key|kind))?)$/;
const AROUND = ['event', 'meta', 'metadata', 'notification', 'action', 'config', 'resource'];
/** What is in here may also be a field of the task. */
const INSIDE = ['data', 'payload', 'message', 'eventdata', 'detail', 'body', 'webhook'];
const NAME = /^(webhook|trigger)?event(type|name|key|kind)?$/;
const TYPE = /^((subscription|notification|detail)?type|kind|topic|trigger|action|operation)$/;
const THING = /^((object|resource|entity)(type|kind)?|table|type|event)$/;
/** Not an ID or a URL. */
const PLAIN = /^[\p{L} _-]+$/u;
const ENVELOPE_WORD = /^(events?|callbacks?|notifications?|(web)?hooks?|payload|trigger)$/;
const DOMAIN = /^(com|org|net|io|dev|app|co|eu|de|uk)\.[a-z\d-]+\.(?=.*\.)/i;
const CREATION = /^(creat(e[ds]?|ing|ion)|add(ed|s|ing|ition)?|new|open(ed|s)?|insert(ed|s|ion)?)$/;
const TASK = /^(tasks?|items?|issues?|cards?|tickets?|todos?|work|records?|objects?|resources?)$/;
/** Where a task is, before it. */
const SCOPE = /^(workspace|board|project)s?[^a-z]*(?=task)/i;
const FILLER = /^(v?\d+|on|was|has|been)$/;
const SEPARATORS = /[^\p{L}\p{N}]+/gu;
const MAX_TEXT = 100;
const MAX_FIELDS = 200;

/**
 * Reads the type of an event: a known one in any spelling, else the first name that is found, which
 * may be in two fields: `{ type: 'task', action: 'created' }`. Null if there is none.
 */
export function eventNameReader(headers: Headers, known: string[]) {
	const literal = known.filter((type) => !type.includes('*')).reverse();
	const bySpelling = new Map(literal.map((type) => [spelling(type), type]));
	const inHeaders = textsIn([headers], HEADER);
	return (entry: unknown, outer: unknown): string | null => {
		const bodies = [...new Set([entry, outer])].map(fieldsOf);
		const around = bodies.flatMap((body) => [body, ...AROUND.map((name) => fieldsOf(body[name]))]);
		const inside = bodies.flatMap((body) => INSIDE.map((name) => fieldsOf(body[name])));
		const names = [
			...textsIn([...around, ...inside], NAME),
			...inHeaders,
			...textsIn(around, TYPE),
		];
		const whole = names.find((name) => significantWords(name).length > 1);
		const pair = pairOf([...textsIn(around, THING), ...inHeaders], names);
		const texts = whole === undefined ? [pair, ...names, ...textsIn(inside, TYPE)] : names;
		const selected = texts.map((text = '') => bySpelling.get(spelling(text))).find(isFilledText);
		return selected ?? whole ?? pair ?? names[0] ?? null;
	};
}

function pairOf(things: string[], names: string[]): string | undefined {
	for (const thing of things.filter((one) => PLAIN.test(one))) {
		const name = names.find((one) => spelling(one) !== spelling(thing));
		if (name !== undefined) return `${thing}.${name}`;
	}
	return undefined;
}

/** The first fields, by their names without case and separators. */
function fieldsOf(value: unknown): Fields {
	const fields = isObject(value) ? Object.entries(value).slice(0, MAX_FIELDS) : [];
	const plain = (name: string) => name.slice(0, MAX_TEXT).toLowerCase().replace(SEPARATORS, '');
	return Object.fromEntries(fields.map(([name, one]) => [plain(name), one]));
}

function textsIn(places: Fields[], name: RegExp): string[] {
	return places
		.flatMap(Object.entries<unknown>)
		.filter(([one, value]) => isFilledText(value) && value.length <= MAX_TEXT && name.test(one))
		.map(([, text]) => String(text).replace(DOMAIN, ''))
		.filter((text) => significantWords(text).length > 0);
}

/** The words of a type, without those that any event may have. */
export function significantWords(type: string | null): string[] {
	const separated = (type ?? '').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
	const words = separated.split(SEPARATORS).filter(isFilledText);
	return words.filter((word) => !ENVELOPE_WORD.test(word));
}

/** The same for `task.created`, `TASK_CREATED`, `taskCreate`, `tasks/create` and `created.task`. */
function spelling(type: string): string {
	const words = significantWords(type.replace(/\.v\d+$/i, ''));
	const stems = words.map((word) => word.replace(/(ed|e|s)$/, ''));
	return stems.sort().join('.');
}

/** What an event type says. */
export function changeIn(type: string | null): Change {
	const words = significantWords(type?.replace(SCOPE, '') ?? null);
	const others = words.filter((word) => !FILLER.test(word) && !TASK.test(word));
	if (others.length === 0) return 'unknown';
	return others.every((word) => CREATION.test(word)) ? 'creation' : 'other';
}
