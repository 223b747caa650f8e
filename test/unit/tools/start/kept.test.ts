import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { openKeptData } from '../../../../tools/start/kept';

let parent: string;
beforeEach(() => {
	parent = mkdtempSync(path.join(tmpdir(), 'kept-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

/** Opens the data, and begins to fill it. */
function start() {
	const data = openKeptData(path.join(parent, 'kept'));
	mkdirSync(data.home, { recursive: true });
	writeFileSync(data.sandbox.database, '');
	return data;
}

it('a start after one that succeeded has its account and its data', () => {
	const first = start();
	first.keep();
	const second = openKeptData(first.home);

	expect([first.isNew, second.isNew]).toEqual([true, false]);
	expect(second.sandbox).toEqual(first.sandbox);
	expect(existsSync(second.sandbox.database)).toBe(true);
});

it('a start after one that did not succeed begins with nothing', () => {
	const first = start();
	const second = openKeptData(first.home);

	expect(second.isNew).toBe(true);
	expect(second.sandbox.account).not.toEqual(first.sandbox.account);
	expect(existsSync(second.home)).toBe(false);
});
