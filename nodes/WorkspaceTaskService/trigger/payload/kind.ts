import type { Headers } from './body';
import { field, isFilledText, isObject } from '../../api/json';

/**
 * What the texts in a place are: a whole kind; a part of one, such as `task` or `created`; or a hint,
 * which counts only if it is the name of a known kind.
 */
type Role = 'kind' | 'noun' | 'verb' | 'hint';

/**
 * Where a text may be: a header, or fields of the body and of objects in it. Names are compared
 * without case and separators: `eventname` is also `event_name`, `EventName` and `event-name`.
 */
type Place = { role: Role } & ({ header: RegExp } | { within: string[]; fields: string });

const BODY = '';
const ENVELOPES = [BODY, 'event', 'meta', 'metadata', 'notification', 'action', 'config'];
const CONTENTS = ['data', 'payload', 'message', 'body', 'detail', 'eventdata', 'resource'];
const INSIDE = [...ENVELOPES, ...CONTENTS];
const ANYWHERE = [...ENVELOPES, 'hook', 'webhook', ...CONTENTS];
const NAMES = 'event eventtype eventname webhookevent eventkey eventkind';
const TYPES = 'triggerevent subscriptiontype notificationtype detailtype type kind topic';
const THINGS = 'object resource entity objecttype resourcetype entitytype';

/** The most telling place first. */
const PLACES: Place[] = [
	{ role: 'kind', within: ANYWHERE, fields: NAMES },
	{ role: 'kind', header: /^(ce-type|([a-z\d]+-)*(event|topic)(-(type|name|key|kind))?)$/ },
	{ role: 'kind', within: ENVELOPES, fields: `${TYPES} trigger action` },
	{ role: 'kind', within: ['event'], fields: 'name' },
	{ role: 'hint', within: ANYWHERE, fields: 'name type kind topic action subject' },
	{ role: 'noun', within: INSIDE, fields: THINGS },
	{ role: 'noun', within: ENVELOPES, fields: 'objectkind table model collection' },
	{ role: 'noun', header: /^([a-z\d]+-)*hook-(resource|object|entity)$/ },
	{
		role: 'verb',
		within: [...INSIDE, 'objectattributes'],
		fields: 'action verb operation op changetype',
	},
];

const VERB =
	/^(creat|updat|delet|destroy|remov|chang|complet|add|mov|edit|modif|clos|re?open|assign|archiv|restor|insert|publish|finish|cancel)/i;
const WORD = /^[\p{L}\p{N}_ -]{1,40}$/u;
const ENVELOPE_WORD = /^(events?|callbacks?|notifications?|(web)?hooks?|payload|trigger)$/;
const REVERSE_DOMAIN = /^(com|org|net|io|dev|app|co|eu|de|uk)\.[a-z\d-]+\.(?=.*\.)/i;
const MAX_NAME = 100;
const MAX_WORDS = 5;
const MAX_FIELDS = 200;

/**
 * Reads the kind of an event: as it was selected (`Task_Created` is `task.created`), else the first
 * one named, else composed of `{ type: 'task', action: 'created' }`, else null.
 */
export function kindReader(headers: Headers, known: string[]) {
	const literal = known.filter((kind) => !kind.includes('*'));
	const bySpelling = new Map(literal.map((kind) => [spelling(kind), kind]));
	const select = (name: string) =>
		literal.includes(name) ? name : bySpelling.get(spelling(withoutDomain(name, literal)));
	const textsAt = textReader(headers);

	return (entry: unknown, outer: unknown): string | null => {
		const bodies = [...new Set([entry, outer])].filter(isObject);
		const textsAs = (role: Role) =>
			PLACES.filter((place) => place.role === role).flatMap((place) => textsAt(place, bodies));
		const kinds = textsAs('kind');
		const named = kinds.filter((name) => tellingWords(name).length > 0);
		const whole = named.filter((name) => tellingWords(name).length > 1);
		const nouns = [...textsAs('noun'), ...named, ...(bodies.some(hasTaskField) ? ['task'] : [])];
		// A name beats what can only be composed.
		const composed = whole.length > 0 ? [] : compose(nouns, textsAs('verb'), named);
		const hints = whole.length > 0 ? [] : textsAs('hint');
		const selected = [...named, ...composed, ...hints].map(select).find(isFilledText);
		const [first] = [...whole, ...composed, ...named, ...kinds];
		return selected ?? (first === undefined ? null : withoutDomain(first, literal));
	};
}

/** The texts at a place. Of each object, the fields are listed once. */
function textReader(headers: Headers) {
	const indexes = new WeakMap<object, Map<string, unknown>>();
	const fieldOf = (value: unknown, name: string): unknown => {
		if (!isObject(value)) return undefined;
		const index = indexes.get(value) ?? fieldIndex(value);
		indexes.set(value, index);
		return index.get(name);
	};
	const valuesAt = (place: Place, bodies: object[]): unknown[] => {
		if ('header' in place) {
			const names = Object.keys(headers).filter((name) => place.header.test(name));
			return names.map((name) => headers[name]);
		}
		const containers = bodies.flatMap((body) =>
			place.within.map((name) => (name === BODY ? body : fieldOf(body, name))),
		);
		const names = place.fields.split(' ');
		return names.flatMap((name) => containers.map((one) => fieldOf(one, name)));
	};
	return (place: Place, bodies: object[]): string[] =>
		valuesAt(place, bodies)
			.filter(isFilledText)
			.filter((text) => text.length <= MAX_NAME);
}

/** The first fields, by their names without case and separators. */
function fieldIndex(value: Record<string, unknown>) {
	const names = Object.keys(value).slice(0, MAX_FIELDS).reverse();
	const plain = (name: string) => name.slice(0, MAX_NAME).toLowerCase();
	return new Map(names.map((name) => [plain(name).replace(/[^\p{L}\p{N}]/gu, ''), value[name]]));
}

function compose(nouns: string[], verbs: string[], named: string[]): string[] {
	const isThing = (noun: string) => !VERB.test(noun) && tellingWords(noun).length > 0;
	const actions = [...verbs, ...named.filter((name) => VERB.test(name))];
	const words = (texts: string[]) => texts.filter((text) => WORD.test(text)).slice(0, MAX_WORDS);
	return words(nouns.filter(isThing)).flatMap((noun) =>
		words(actions).flatMap((verb) => (verb === noun ? [] : [`${noun}.${verb}`])),
	);
}

function hasTaskField(body: unknown): boolean {
	return [field(body, 'task'), field(body, 'tasks')].some((one) => typeof one === 'object');
}

/** `com.example.task.created` names the same as `task.created`. */
function withoutDomain(name: string, known: string[]): string {
	if (!REVERSE_DOMAIN.test(name)) return name;
	const kind = name.replace(REVERSE_DOMAIN, '').replace(/\.v\d+$/i, '');
	return known.find((one) => kind.endsWith(`.${one}`)) ?? kind;
}

/** The words of a kind, without those that any event may have. */
export function tellingWords(kind: string): string[] {
	const separated = kind.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
	const words = separated.split(/[^\p{L}\p{N}]+/u).filter(isFilledText);
	return words.filter((word) => !ENVELOPE_WORD.test(word));
}

/** The same for `task.created`, `TASK_CREATED`, `taskCreate`, `tasks/create` and `created.task`. */
function spelling(kind: string): string {
	const stems = tellingWords(kind).map((word) => word.replace(/(ed|e|s)$/, ''));
	return stems.sort().join('.');
}
