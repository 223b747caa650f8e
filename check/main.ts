/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- command line of a development tool, never published */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CannotContinue } from './client';
import { checkService } from './check';
import { listen } from './listener';
import { isContradicted, reportOf, textOf } from './report';

const HELP = `Checks what a real service does, against docs/API.md, and writes service-report.json.

Usage: npm run check-service -- [--yes] [--wait SECONDS] [--port NUMBER]

It asks for what these variables do not hold: TASK_SERVICE_URL, TASK_SERVICE_TOKEN or
TASK_SERVICE_EMAIL and TASK_SERVICE_PASSWORD, TASK_SERVICE_WEBHOOK (a public address that leads to
--port on this machine). Exit status: 0 everything documented is so, 1 something is not, 2 the check
could not finish.
`;
const PLAN = `
At most ten calls: list the boards, create a board and two tasks (one with a due date), and send one
that has to be refused. They stay until you delete them. The first 60 s may pass with waiting.
`;
const WEBHOOK = `A webhook is registered too. The API cannot delete it: it stays until you do so in the service.
Two notifications are failed on purpose. Leads to: http://127.0.0.1:`;
const REPORT = 'service-report.json';

const stop = new AbortController();
const created: string[] = [];
let isHidden = false;
const screen = new Writable({
	write(chunk, _, done) {
		if (!isHidden) process.stderr.write(chunk as Buffer);
		done();
	},
});
const input = createInterface({
	input: process.stdin,
	output: screen,
	terminal: process.stdin.isTTY,
});
const lines = input[Symbol.asyncIterator]();
const say = (text: string) => void process.stderr.write(`${text}\n`);

async function ask(question: string, variable: string, hidden = false): Promise<string> {
	const given = process.env[variable];
	if (given !== undefined) return given;
	process.stderr.write(`${question}: `);
	isHidden = hidden;
	const { value, done } = await lines.next();
	isHidden = false;
	if (hidden) say('');
	if (done === true) throw new CannotContinue(stop.signal.aborted ? 'Stopped.' : `No ${question}.`);
	return String(value).trim();
}

function readUrl(text: string): URL {
	const url = /^https?:\/\//.test(text) ? text : `https://${text}`;
	if (!URL.canParse(url)) throw new CannotContinue(`"${text}" is not an address.`);
	return new URL(url);
}

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			yes: { type: 'boolean' },
			help: { type: 'boolean' },
			wait: { type: 'string', default: '60' },
			port: { type: 'string' },
		},
	});
	if (values.help) {
		process.stdout.write(HELP);
		return 0;
	}
	const { origin } = readUrl(await ask('Base URL', 'TASK_SERVICE_URL'));
	const token = await ask('API token (Enter: log in instead)', 'TASK_SERVICE_TOKEN', true);
	const email = token ? process.env.TASK_SERVICE_EMAIL : await ask('E-mail', 'TASK_SERVICE_EMAIL');
	const password = email && (await ask('Password', 'TASK_SERVICE_PASSWORD', true));
	const address = await ask(
		'Public address for notifications (Enter: none)',
		'TASK_SERVICE_WEBHOOK',
	);
	const url = address && readUrl(address);
	const listener = url && (await listen(Number(values.port ?? url.port)));
	say(PLAN + (listener ? WEBHOOK + listener.port : ''));
	if (!values.yes && !/^y/i.test(await ask('Continue? (y/n)', '')))
		throw new CannotContinue('Nothing was sent.');
	const pause = async (ms: number) => await wait(ms, undefined, { signal: stop.signal });
	try {
		const report = reportOf(
			await checkService({
				baseUrl: origin,
				signal: stop.signal,
				...{ token, created, pause },
				login: email && password ? { email, password } : undefined,
				webhook: url && listener ? { url: url.href, listener } : undefined,
				say: (text) => say(`  ${text}`),
				waitFor: async (done) => await Promise.race([done, pause(Number(values.wait) * 1_000)]),
			}),
		);
		writeFileSync(REPORT, `${JSON.stringify(report, null, '\t')}\n`);
		process.stdout.write(textOf(report));
		say(`Written to ${REPORT}.`);
		return isContradicted(report) ? 1 : 0;
	} finally {
		await (listener || undefined)?.close();
	}
}

process.once('SIGINT', () => stop.abort());
input.once('SIGINT', () => stop.abort());
input.once('close', () => stop.abort());
main()
	.catch((error: Error) => say(error.message) ?? 2)
	.then((status) => {
		const list = created.map((one) => `  ${one}`).join('\n');
		if (list) say(`Created, to be deleted in the service:\n${list}`);
		process.exit(status ?? 2);
	});
