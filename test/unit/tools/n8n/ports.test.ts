import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';

import { freePorts } from '../../../../tools/n8n/ports';

it('free ports are reserved for their process, although nothing listens there yet', async () => {
	const min = randomInt(10_000, 31_900);
	const range = { min, max: min + 60 };
	const module = JSON.stringify(path.resolve('tools/n8n/ports.ts'));
	const script = `require(${module}).freePorts(20, ${JSON.stringify(range)})
		.then((ports) => console.log(JSON.stringify(ports)));
		setInterval(() => {}, 1000);`;
	const child = spawn(process.execPath, ['--import', 'tsx', '--eval', script]);
	const [line] = (await once(child.stdout, 'data')) as [Buffer];
	const theirs = JSON.parse(line.toString()) as number[];

	const ours = await freePorts(20, range);
	child.kill('SIGKILL');
	await once(child, 'close');

	expect(new Set([...theirs, ...ours]).size).toBe(40);
});
