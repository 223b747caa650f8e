import { isFilledText } from './body';

const ENVELOPE_WORD = /^(events?|callbacks?|notifications?|(web)?hooks?|payload|trigger)$/;
const REVERSE_DOMAIN = /^(com|org|net|io|dev|app|co|eu|de|uk)\.[a-z\d-]+\.(?=.*\.)/i;

/** `com.example.task.created` names the same as `task.created`. */
export function withoutDomain(name: string, known: string[]): string {
	if (!REVERSE_DOMAIN.test(name)) return name;
	const kind = name.replace(REVERSE_DOMAIN, '').replace(/\.v\d+$/i, '');
	return known.find((one) => kind.endsWith(`.${one}`)) ?? kind;
}

function wordsOf(kind: string): string[] {
	const separated = kind.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
	return separated.split(/[^\p{L}\p{N}]+/u).filter(isFilledText);
}

/** Its words, without those that any event may have. */
export function tellingWords(kind: string): string[] {
	return wordsOf(kind).filter((word) => !ENVELOPE_WORD.test(word));
}

/** The same for `task.created`, `TASK_CREATED`, `taskCreate`, `tasks/create` and `created.task`. */
export function spelling(kind: string): string {
	const stems = tellingWords(kind).map((word) => word.replace(/(ed|e|s)$/, ''));
	return stems.sort().join('.');
}

/** A name of a field without case and separators. */
export function plainName(name: string): string {
	return name
		.slice(0, 100)
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}
