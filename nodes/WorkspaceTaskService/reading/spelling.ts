/* How the type of an event may be spelled, and what its words mean. */

/** Words that say nothing about the type. */
const FILLER = /^(action|activity|after|v\d+)$/;
const ENDING = /(ion|ed|e|s)$/;
/** By their stems: words that mean nearly the same as the verbs of the API document. */
const SYNONYMS = new Map([
	['add', 'creat'],
	['insert', 'creat'],
	['new', 'creat'],
	['open', 'creat'],
	['chang', 'updat'],
	['edit', 'updat'],
]);
const VERB = /ed$|^(creat|updat)e/;
/** What the creation of a task may be called. `created` alone may be said of a comment on a task. */
const CREATION = ['', 'task', 'creat.task'];

export function splitIntoMeaningfulWords(text: string): string[] {
	const separated = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
	const words = separated.split(/[^\p{L}\p{N}]+/u);
	return words.filter((word) => word !== '' && !FILLER.test(word));
}

function cutEnding(word: string): string {
	return word.replace(ENDING, '');
}

export function isVerb(word: string): boolean {
	return VERB.test(word) || SYNONYMS.has(cutEnding(word));
}

/** The same for `task.created`, `TASK_CREATED`, `createTask` and `tasks/create`. */
export function normalizeSpelling(words: string[]): string {
	return words.map(cutEnding).sort().join('.');
}

/** The same for `task.created`, `task.added` and `new_task`. */
export function normalizeMeaning(words: string[]): string {
	const stems = words.map(cutEnding);
	return stems
		.map((stem) => SYNONYMS.get(stem) ?? stem)
		.sort()
		.join('.');
}

/**
 * Whether the type of an event says that a task was created.
 * @param event with `isExact` if its type has the words of a known type itself
 */
export function classifyAsTaskCreation(event: {
	type: string | null;
	isExact: boolean;
}): 'creation' | 'maybeCreation' | 'other' {
	const meaning = normalizeMeaning(splitIntoMeaningfulWords(event.type ?? ''));
	if (event.isExact && meaning === 'creat.task') return 'creation';
	return CREATION.includes(meaning) ? 'maybeCreation' : 'other';
}
