import { eventText, significantWords, type EventText, type EventTexts } from './eventTexts';

/* The type of an event: which of the texts it is, how it is spelled, and what it says. */

/** A text that can name what an event happened to: no ID, no URL. */
const PLAIN = /^[\p{L} _-]+$/u;
/** A word that says what happened to a task. */
const VERB =
	/(ed|tion)$|^(add|change|close|create|delete|edit|insert|modify|move|new|open|remove|save|update)s?$/;
const CREATION = /^(creat(e[ds]?|ing|ion)|add(ed|s|ing|ition)?|new|open(ed|s)?|insert(ed|s|ion)?)$/;
const TASK = /^(tasks?|items?|issues?|cards?|tickets?|todos?|work|records?|objects?|resources?)$/;
/** Where a task is, before the word for a task. */
const SCOPE = /^(workspace|board|project)s?[^a-z]*(?=task)/i;
const FILLER = /^(v?\d+|on|was|has|been)$/;

/** What the type of an event says. */
export type Change = 'creation' | 'unknown' | 'other';

export interface NameReading {
	/** The type, whatever types are known. May be of two fields: `{ type: 'task', action: 'created' }`. */
	name: string | null;
	/** Every text that may be the type, in the order in which known types are looked for. */
	candidates: EventText[];
}

/**
 * The name is the first of these that there is. The type may differ: see `typeReader`.
 * 1. A usual name of several words, in a field or a header: `{"event": "task.created"}`.
 * 2. `{"event": {"name": "task.created"}}`: without any usual name, the name of an object that is called
 *    an event, if it has several words.
 * 3. `{"object": "task", "action": "created"}`: a word with the thing that the event happened to, which
 *    may be in a header.
 * 4. `{"action": "created", "task": {…}}`: a verb beside a task.
 * 5. `{"event": "created"}`: any of these names alone.
 * A `type` inside `data` is only a candidate.
 * @param places the texts of the event, and the texts around the event
 */
export function readName(places: EventTexts[], inHeaders: EventText[]): NameReading {
	const usualNames = usualNamesIn(places, inHeaders);
	const wholeName = usualNames.find(isWhole);
	if (wholeName !== undefined) {
		return { name: wholeName.text, candidates: usualNames };
	}

	const names = usualNames.length > 0 ? usualNames : textsIn(places, 'namesOfEvents');
	const inside = textsIn(places, 'typesInside');
	const candidates = [...names, ...inside];
	const wholeNameOfEvent = names.find(isWhole);
	if (wholeNameOfEvent !== undefined) {
		return { name: wholeNameOfEvent.text, candidates };
	}

	const things = [...textsIn(places, 'things'), ...inHeaders];
	const pair = pairOf(things, names) ?? pairOf(textsIn(places, 'tasks'), names.filter(isVerb));
	if (pair !== undefined) {
		// The word alone may be a selected type.
		return { name: pair.text, candidates: [...names, pair, ...inside] };
	}

	return { name: names[0]?.text ?? null, candidates };
}

function textsIn(places: EventTexts[], kind: keyof EventTexts): EventText[] {
	return places.flatMap((texts) => texts[kind]);
}

function usualNamesIn(places: EventTexts[], inHeaders: EventText[]): EventText[] {
	return [
		...textsIn(places, 'named'),
		...textsIn(places, 'namedInside'),
		...inHeaders,
		...textsIn(places, 'types'),
	];
}

function isVerb(name: EventText): boolean {
	return name.words.every((word) => VERB.test(word));
}

function isWhole(name: EventText): boolean {
	return name.words.length > 1;
}

/** A name such as `created`, with the thing that the event happened to. */
function pairOf(things: EventText[], names: EventText[]): EventText | undefined {
	for (const thing of things) {
		if (!PLAIN.test(thing.text)) continue;
		const name = names.find((text) => text.spelling !== thing.spelling);
		if (name !== undefined) return eventText(`${thing.text}.${name.text}`);
	}
	return undefined;
}

/**
 * Reads the type of an event: the selected type that a candidate spells, else another known type that a
 * candidate spells, else the name. No event is lost because it may also have a type that is not selected.
 */
export function typeReader(
	selected: string[],
	others: string[],
): (reading: NameReading) => string | null {
	const known = [bySpelling(selected), bySpelling(others)];
	return (reading) => {
		for (const types of known) {
			for (const candidate of reading.candidates) {
				const type = types.get(candidate.spelling);
				if (type !== undefined) return type;
			}
		}
		return reading.name;
	};
}

/** Without patterns such as `task.*`. */
function bySpelling(types: string[]): Map<string, string> {
	const spelled = new Map<string, string>();
	for (const type of types) {
		const { spelling } = eventText(type);
		if (!type.includes('*') && !spelled.has(spelling)) spelled.set(spelling, type);
	}
	return spelled;
}

/** What an event type says. */
export function changeIn(type: string | null): Change {
	const words = significantWords((type ?? '').replace(SCOPE, ''));
	const changes = words.filter((word) => !FILLER.test(word) && !TASK.test(word));
	if (changes.length === 0) return 'unknown';
	if (!changes.every((word) => CREATION.test(word))) return 'other';
	// Without a word for a task, a comment may have been created.
	return words.some((word) => TASK.test(word)) ? 'creation' : 'unknown';
}
