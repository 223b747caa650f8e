import type { Fields } from '../../api/json';
import { isFilledText, isObject } from '../../api/json';
import type { Headers } from './body';

/* The API document names types such as `task.created`, but not where a notification has them. */

const HEADER = /^(ce-type|([a-z\d]+-)*(event|topic)(-(type|name|key|kind))?)$/;
const AROUND = ['event', 'meta', 'metadata', 'notification', 'action', 'config'];
/** What is in here may also be a field of the task. */
const INSIDE = ['data', 'payload', 'message', 'eventdata', 'detail', 'body', 'resource', 'webhook'];
const NAME = /^(webhook|trigger)?event(type|name|key|kind)?$/;
const TYPE = /^((subscription|notification|detail)?type|kind|topic|trigger|action)$/;
const NOUN = /^(object|resource|entity)(type|kind)?$|^(table|type|event)$/;
const VERB = /^(action|verb|operation|op|changetype|event|type)$/;
const ACTION =
	/^(add|archiv|assign|cancell?|chang|clos|complet|creat|delet|edit|insert|mov|open|remov|renam|reopen|restor|unarchiv|unassign|updat)(e?[ds]?|ing|(at)?ion|al)$/;
/** Not an ID or a URL. */
const THING = /^\p{L}+([ _-]\p{L}+)?$/u;
const ENVELOPE_WORD = /^(events?|callbacks?|notifications?|(web)?hooks?|payload|trigger)$/;
const DOMAIN = /^(com|org|net|io|dev|app|co|eu|de|uk)\.[a-z\d-]+\.(?=.*\.)/i;
const MAX_TEXT = 100;
const MAX_FIELDS = 200;

/**
 * Reads the type of an event: a known one in any spelling (`Task_Created` is `task.created`), else
 * the first name that is found, which may be composed of `{ type: 'task', action: 'created' }`.
 * Null if there is none.
 */
export function eventTypeReader(headers: Headers, known: string[]) {
	const literal = known.filter((type) => !type.includes('*')).reverse();
	const bySpelling = new Map(literal.map((type) => [spelling(type), type]));
	const inHeaders = find([headers], HEADER);
	return (entry: unknown, outer: unknown): string | null => {
		const bodies = [...new Set([entry, outer])].map(fieldsOf);
		const around = bodies.flatMap((body) => [body, ...AROUND.map((name) => fieldsOf(body[name]))]);
		const inside = bodies.flatMap((body) => INSIDE.map((name) => fieldsOf(body[name])));
		const all = [...around, ...inside];
		const has = (name: string) => all.some((place) => isObject(place[name]));
		const thing = has('comment') ? 'comment' : has('task') || has('tasks') ? 'task' : '';
		// A comment may name its task too.
		const nouns = [[...find(around, NOUN), ...inHeaders], [thing], find(inside, NOUN)];
		const composed = compose(
			nouns.map((some) => some.filter(isThing)),
			find(all, VERB),
		);
		// In an event that is a task, or has the name of a webhook.
		const isTitle = (text: string) =>
			bodies.some(({ name }) => name === text) &&
			(/\s/.test(text) || significantWords(text).length < 2);
		const named = [
			...find(all, NAME),
			...inHeaders,
			...find(around, TYPE),
			...find(around, /^name$/),
		];
		const names = named
			.filter((name) => !isTitle(name))
			.map((name) => name.replace(DOMAIN, ''))
			.filter((name) => significantWords(name).length > 0);
		const whole = names.find((name) => significantWords(name).length > 1);
		// A name is better evidence than a composed one.
		const texts = whole === undefined ? [...names, ...composed, ...find(inside, TYPE)] : names;
		const selected = texts.map((text) => bySpelling.get(spelling(text))).find(isFilledText);
		return selected ?? whole ?? composed[0] ?? names[0] ?? null;
	};
}

function isThing(noun: string): boolean {
	const words = significantWords(noun);
	return THING.test(noun) && words.length > 0 && !words.some((word) => ACTION.test(word));
}

/** @param nouns of several places, the first of which that has one decides */
function compose(nouns: string[][], verbs: string[]): string[] {
	const things = nouns.find(([first]) => first !== undefined) ?? [];
	const actions = verbs.filter((verb) => ACTION.test(significantWords(verb)[0] ?? ''));
	return things.slice(0, 3).flatMap((noun) => actions.slice(0, 3).map((verb) => `${noun}.${verb}`));
}

/** The first fields, by their names without case and separators. */
function fieldsOf(value: unknown): Fields {
	if (!isObject(value)) return {};
	const names = Object.keys(value).slice(0, MAX_FIELDS);
	const plain = (name: string) =>
		name
			.slice(0, MAX_TEXT)
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]/gu, '');
	return Object.fromEntries(names.map((name) => [plain(name), value[name]]));
}

/** The short texts in fields whose name matches. */
function find(places: Fields[], name: RegExp): string[] {
	return places
		.flatMap(Object.entries<unknown>)
		.filter(([one, value]) => isFilledText(value) && value.length <= MAX_TEXT && name.test(one))
		.map(([, text]) => String(text));
}

/** The words of a type, without those that any event may have. */
export function significantWords(type: string | null): string[] {
	const separated = (type ?? '').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
	const words = separated.split(/[^\p{L}\p{N}]+/u).filter(isFilledText);
	return words.filter((word) => !ENVELOPE_WORD.test(word));
}

/** The same for `task.created`, `TASK_CREATED`, `taskCreate`, `tasks/create` and `created.task`. */
function spelling(type: string): string {
	const words = significantWords(type.replace(/\.v\d+$/i, ''));
	const stems = words.map((word) => word.replace(/(ed|e|s)$/, ''));
	return stems.sort().join('.');
}
