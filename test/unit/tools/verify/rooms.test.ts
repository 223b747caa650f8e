import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { roomFindingsOf } from '../../../../tools/verify/rooms';

const FILES = {
	'tsconfig.json': '{ "compilerOptions": { "strict": true, "lib": ["es5"], "types": [] } }',
	'core/table.ts': "import { step } from '../room/step';\nexport const table = [step];",
	'core/run.ts':
		"import { table } from './table';\nexport const run = () => table.map((step) => step());",
	'core/names.ts': "\nexport type { Name } from '../room/name';",
	'core/label.ts': "import type { Name } from './names';\nexport const label: Name = 'a';",
	'room/step.ts': "import { name } from './name';\nexport const step = () => name;",
	'room/name.ts': "export type Name = string;\nexport const name: Name = 'a';",
	'room.ts': "export { table } from './core/table';",
};

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'rooms-'));
	for (const [name, content] of Object.entries(FILES)) {
		mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
		writeFileSync(path.join(folder, name), content);
	}
});
afterAll(() => rmSync(folder, { recursive: true }));

it('verify names the files that do not compile without a room', () => {
	const rooms = {
		allowed: { paths: ['room/'], doors: 2 },
		refused: { paths: ['room/'], doors: 1 },
		'of files': { paths: ['room/step.ts', 'room/name.ts', 'core/table.ts'], doors: 0 },
		moved: { paths: ['rooms/', 'room/', 'core/other.ts'], doors: 2 },
	};
	expect(roomFindingsOf(folder, rooms)).toEqual([
		'refused: 2 files know it, 1 may: core/names.ts:2, core/table.ts:1',
		'of files: 3 files know it, 0 may: room.ts:1, core/names.ts:2, core/run.ts:1',
		'moved: there is no rooms/, core/other.ts',
	]);
});
