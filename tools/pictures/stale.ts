import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../install/paths.cjs';
import { SHOWN } from './shown';

export const FOLDER = path.join(root, 'docs/images');
/** The hash of the texts that each picture shows, when it was taken. */
const RECORD = path.join(FOLDER, 'texts.json');

const texts = Object.assign({}, ...Object.values(SHOWN)) as Record<string, () => unknown>;

/** Whether a picture is missing, or shows texts that have changed. */
export function isStale(name: string): boolean {
	const isThere = existsSync(path.join(FOLDER, `${name}.webp`));
	return !isThere || readRecord()[name] !== hashOf(name);
}

export const isKnown = (name: string) => name in texts;

export const stalePictures = () => Object.keys(texts).filter(isStale);

export function notePicture(name: string): void {
	const record = { ...readRecord(), [name]: hashOf(name) };
	const sorted = Object.fromEntries(Object.entries(record).sort());
	writeFileSync(RECORD, `${JSON.stringify(sorted, null, '\t')}\n`);
}

const readRecord = () => JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, string>;

function hashOf(name: string): string {
	const shown = JSON.stringify(texts[name]?.());
	return createHash('sha256').update(shown).digest('hex').slice(0, 16);
}
