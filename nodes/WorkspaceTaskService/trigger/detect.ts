import type { Headers } from './body';
import { field, isFilledText, isObject } from './body';
import { plainName, spelling, tellingWords, withoutDomain } from './kindNames';

/**
 * What the texts in a place are: a whole kind; a part of one, such as `task` or `created`; or a hint,
 * which counts only if it is the name of a known kind.
 */
type Role = 'kind' | 'noun' | 'verb' | 'hint';

/**
 * Where a text may be: fields of the body or of objects in it, or a header. Names are compared
 * without case and separators: `eventName` is also `event_name`, `EventName` and `event-name`.
 */
type Place = { role: Role } & ({ within: string[]; fields: string[] } | { header: RegExp });

const BODY = '';
const ENVELOPES = [BODY, 'event', 'meta', 'metadata', 'notification', 'action', 'config'];
const CONTENTS = ['data', 'payload', 'message', 'body', 'detail', 'eventdata', 'resource'];
const ANYWHERE = [...ENVELOPES, 'hook', 'webhook', ...CONTENTS];

/** The most telling place first. */
const PLACES: Place[] = [
	{
		role: 'kind',
		within: ANYWHERE,
		fields: ['event', 'eventtype', 'eventname', 'webhookevent', 'eventkey', 'eventkind'],
	},
	{ role: 'kind', header: /^(ce-type|([a-z\d]+-)*(event|topic)(-(type|name|key|kind))?)$/ },
	{
		role: 'kind',
		within: ENVELOPES,
		fields: ['triggerevent', 'subscriptiontype', 'notificationtype', 'detailtype'],
	},
	{ role: 'kind', within: ENVELOPES, fields: ['type', 'kind', 'topic', 'trigger', 'action'] },
	{ role: 'kind', within: ['event'], fields: ['name'] },
	{
		role: 'hint',
		within: ANYWHERE,
		fields: ['name', 'type', 'kind', 'topic', 'action', 'subject'],
	},
	{
		role: 'noun',
		within: [...ENVELOPES, ...CONTENTS],
		fields: ['object', 'resource', 'entity', 'objecttype', 'resourcetype', 'entitytype'],
	},
	{ role: 'noun', within: ENVELOPES, fields: ['objectkind', 'table', 'model', 'collection'] },
	{ role: 'noun', header: /^([a-z\d]+-)*hook-(resource|object|entity)$/ },
	{
		role: 'verb',
		within: [...ENVELOPES, ...CONTENTS, 'objectattributes'],
		fields: ['action', 'verb', 'operation', 'op', 'changetype'],
	},
];

const VERB =
	/^(creat|updat|delet|destroy|remov|chang|complet|add|mov|edit|modif|clos|re?open|assign|archiv|restor|insert|publish|finish|cancel)/i;
const WORD = /^[\p{L}\p{N}_ -]{1,40}$/u;
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
	const fieldsOf = fieldIndex();

	return (entry: unknown, outer: unknown): string | null => {
		const bodies = [...new Set([entry, outer])].filter(isObject);
		const textsAs = (role: Role) =>
			PLACES.filter((place) => place.role === role).flatMap((place) =>
				'header' in place
					? valuesOf(headers, place.header)
					: textsIn(bodies, place.within, place.fields, fieldsOf),
			);
		const kinds = textsAs('kind');
		const named = kinds.filter((name) => tellingWords(name).length > 0);
		const whole = named.filter((name) => tellingWords(name).length > 1);
		const nouns = [...textsAs('noun'), ...named, ...(bodies.some(hasTask) ? ['task'] : [])];
		// A name beats what can only be composed.
		const composed = whole.length > 0 ? [] : compose(nouns, textsAs('verb'), named);
		const hints = whole.length > 0 ? [] : textsAs('hint');
		const selected = [...named, ...composed, ...hints].map(select).find(isFilledText);
		const [first] = [...whole, ...composed, ...named, ...kinds];
		return selected ?? (first === undefined ? null : withoutDomain(first, literal));
	};
}

function compose(nouns: string[], verbs: string[], named: string[]): string[] {
	const things = nouns
		.filter((noun) => WORD.test(noun) && !VERB.test(noun) && tellingWords(noun).length > 0)
		.slice(0, MAX_WORDS);
	const actions = [...verbs, ...named.filter((name) => VERB.test(name))]
		.filter((verb) => WORD.test(verb))
		.slice(0, MAX_WORDS);
	return things.flatMap((noun) =>
		actions.filter((verb) => verb !== noun).map((verb) => `${noun}.${verb}`),
	);
}

function hasTask(body: unknown): boolean {
	return [field(body, 'task'), field(body, 'tasks')].some((one) => typeof one === 'object');
}

type Fields = ReadonlyMap<string, unknown>;

/** The fields of an object by their plain names; each object is read once. */
function fieldIndex() {
	const indexes = new WeakMap<object, Fields>();
	return (value: unknown): Fields => {
		if (!isObject(value)) return new Map();
		const index = indexes.get(value) ?? indexOf(value);
		indexes.set(value, index);
		return index;
	};
}

function indexOf(value: Record<string, unknown>): Fields {
	const names = Object.keys(value).slice(0, MAX_FIELDS).reverse();
	return new Map(names.map((name) => [plainName(name), value[name]]));
}

function textsIn(
	bodies: object[],
	within: string[],
	fields: string[],
	fieldsOf: (value: unknown) => Fields,
): string[] {
	const containers = bodies.flatMap((body) =>
		within.map((name) => (name === BODY ? body : fieldsOf(body).get(name))),
	);
	return fields.flatMap((name) => containers.map((one) => fieldsOf(one).get(name))).filter(isName);
}

function valuesOf(headers: Headers, name: RegExp): string[] {
	const names = Object.keys(headers).filter((one) => name.test(one));
	return names.map((one) => headers[one]).filter(isName);
}

const isName = (value: unknown): value is string => isFilledText(value) && value.length <= MAX_NAME;
