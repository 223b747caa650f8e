const MASK = '***';

/** Shorter ones stand in other words too, and a message of asterisks helps nobody. */
const SHORTEST_MASKED = 4;

const SPACES = /^[\s\p{Cc}\p{Cf}]+$/u;

/** A secret as it is sent. */
export function textOf(secret: unknown): string {
	return String(secret ?? '').trim();
}

/**
 * Text without the secrets, whether they stand there as they are or as services escape them: for
 * an address or a form, HTML, JSON, base64 (alone or as a part), several of them in a row, and
 * with single spaces in between, which is what removed markup leaves behind.
 */
export function maskSecrets(text: string, secrets: string[]): string {
	const long = secrets.filter(({ length }) => length >= SHORTEST_MASKED);
	return long.length === 0 ? text : text.replace(anyOf(long), MASK);
}

/** The same secrets come with every answer: a pattern for a long one takes milliseconds. */
let latest: { secrets: string; pattern: RegExp } | undefined;

function anyOf(secrets: string[]): RegExp {
	const all = JSON.stringify(secrets);
	if (latest?.secrets !== all) {
		const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
		const texts = longestFirst.flatMap((secret) => [secret, ...base64Of(secret)]);
		const pattern = new RegExp(texts.map(patternOf).join('|'), 'giu');
		latest = { secrets: all, pattern };
	}
	return latest.pattern;
}

/**
 * What of the base64 of any text with the secret in it depends on the secret alone: three bytes are
 * four characters, so it depends on where in a group of three the secret begins.
 */
function base64Of(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const cores = [0, 1, 2].flatMap((before) => {
		const shifted = Buffer.concat([Buffer.alloc(before), bytes]);
		const [from, to] = [Math.ceil((before * 4) / 3), Math.floor((shifted.length * 4) / 3)];
		return [shifted.toString('base64'), shifted.toString('base64url')].map((encoded) =>
			encoded.slice(from, to),
		);
	});
	return [...new Set(cores)];
}

/** Letters and digits are never escaped. Every repetition has a bound, so that no text takes long. */
function patternOf(secret: string): string {
	const parts = secret.match(/[a-z\d]|\\+|[\s\p{Cc}\p{Cf}]+|[^]/giu) ?? [];
	return parts.map((part) => (/[a-z\d]/i.test(part) ? part : escapesOf(part))).join(' ?');
}

/** @param part a character, or a run of backslashes or of what shows as space */
function escapesOf(part: string): string {
	const forms = [...new Set(part)].map(escapedForms).join('|');
	const most = 8 * part.length;
	if (SPACES.test(part)) return `(?:[\\s\\p{Cc}\\p{Cf}+]|%(?:25){0,3}20|${forms}){1,${most}}`;
	if (part.startsWith('\\')) return `(?:\\\\|${forms}){${part.length},${most}}`;
	return `(?:\\\\{0,7}${exactly(part)}|${forms})`;
}

/** `%40`, `\u0040`, `&#64;`, `&#x40;` and any named entity; `%2540` and `&amp;#64;` as well. */
function escapedForms(character: string): string {
	const point = character.codePointAt(0) ?? 0;
	const bytes = [...Buffer.from(character)].map((byte) => `%(?:25){0,3}${hex(byte, 2)}`);
	const units = character.split('').map((unit) => `\\\\{1,7}u${hex(unit.charCodeAt(0), 4)}`);
	const entity = `&(?:amp;){0,3}(?:#0{0,6}${point}|#x0{0,6}${hex(point)}|[a-z]\\w{1,30});`;
	return [bytes.join(''), units.join(''), entity].join('|');
}

function exactly(character: string): string {
	return `\\u{${hex(character.codePointAt(0) ?? 0)}}`;
}

function hex(value: number, digits = 1): string {
	return value.toString(16).padStart(digits, '0');
}
