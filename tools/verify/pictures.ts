import path from 'node:path';
import { root } from '../install/paths.cjs';
import { isKnown, stalePictures } from '../pictures/stale';
import { readAll } from './package';

export function pictureFindings(): string[] {
	const names = Object.keys(readAll(root, 'docs/images/*.webp')).map((file) => {
		return path.basename(file, '.webp');
	});
	const unknown = names.filter((name) => !isKnown(name));
	return [
		...stalePictures().map(
			(name) => `docs/images/${name}.webp is older than the text it shows: npm run pictures`,
		),
		...unknown.map((name) => `docs/images/${name}.webp is not in tools/pictures/shown.ts`),
	];
}
