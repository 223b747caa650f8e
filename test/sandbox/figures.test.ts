/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- tests run outside n8n */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { table, type Row } from '../../bench/sandbox/table';

const read = (file: string) => readFileSync(resolve(__dirname, '../..', file), 'utf8');

describe('the figures in sandbox/README.md', () => {
	it('are those of the committed benchmark, as it prints them', () => {
		const { machine, rows } = JSON.parse(read('bench/results/sandbox.json')) as {
			machine: object;
			rows: Row[];
		};
		const printed = `${JSON.stringify(machine)}\n${table(rows)}\n`;
		expect(read('sandbox/README.md')).toContain(`\`\`\`\n${printed}\`\`\`\n`);
	});
});
