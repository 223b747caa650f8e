import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { normalizeBaseUrl } from '../../nodes/WorkspaceTaskService/service/baseUrl';
import { openPrompt } from './prompt';
import { ServiceCheck } from './check';
import { CannotContinue } from './client';
import { listen } from './listener';
import { reportOn, formatReport, isContradicted } from './report';

const PLAN = `
At most ten calls: list the boards, create a board and two tasks, one of them with a due date, and
one task that has to be refused. You can delete them afterwards.`;
const WEBHOOK = `And a webhook, which the API cannot delete: it stays until you do so in the service. Its first two
notifications are refused. Its URL has to lead to `;
const REPORT = 'service-report.json';
const HELP = `Compares a real service with docs/API.md, and writes ${REPORT}.

Usage: npm run check-service -- [options]

  --port NUMBER     port that notifications arrive at (default: that of their URL)
  --help            show this text
`;
const OPTIONS = {
	port: { type: 'string' },
	help: { type: 'boolean' },
} as const;
const MAX_WAIT_MS = 60_000;

const stop = new AbortController();
const created: string[] = [];
const say = (text: string) => void process.stderr.write(`${text}\n`);
const prompt = openPrompt(() => stop.abort());

async function ask(question: string, isSecret = false): Promise<string> {
	const answer = await prompt.ask(question, isSecret);
	if (answer === undefined) throw new CannotContinue('Nothing was sent.');
	return answer;
}

function readUrl(text: string): URL {
	const url = /^https?:\/\//.test(text) ? text : `https://${text}`;
	if (URL.canParse(url)) return new URL(url);
	throw new CannotContinue(`"${text}" is not a URL.`);
}

async function main(): Promise<number> {
	const { values } = parseArgs({ options: OPTIONS });
	if (values.help) {
		process.stdout.write(HELP);
		return 0;
	}
	const baseUrl = normalizeBaseUrl(await ask('Base URL'));
	const token = await ask('API token (Enter: log in)', true);
	const login = token ? undefined : await askLogin();
	const webhookUrl = await ask('URL for notifications (Enter: none)');
	const workspace = await ask(
		'ID of the workspace for the new board (Enter: that of your first board)',
	);
	const target = webhookUrl ? readUrl(webhookUrl) : undefined;
	const listener = target && (await listen(Number(values.port ?? target.port)));
	say(PLAN + (listener ? `\n${WEBHOOK}${listener.url}` : ''));
	const confirm = async (question: string) => /^y/i.test(await ask(`${question} (y/n)`));
	if (!(await confirm('Continue?'))) throw new CannotContinue('Nothing was sent.');
	const pause = async (ms: number) => await wait(ms, undefined, { signal: stop.signal });
	const check = new ServiceCheck({
		baseUrl,
		token,
		created,
		workspace,
		confirm,
		pause,
		signal: stop.signal,
		login,
		webhook: listener && { url: target.href, listener },
		log: (text) => say(`  ${text}`),
		waitFor: async (done) => await Promise.race([done, pause(MAX_WAIT_MS)]),
	});
	const report = reportOn(await check.run());
	writeFileSync(REPORT, `${JSON.stringify(report, null, '\t')}\n`);
	process.stdout.write(formatReport(report));
	say(`Written to ${REPORT}, with the rows that were not seen.`);
	return isContradicted(report) ? 1 : 0;
}

async function askLogin() {
	const email = await ask('Email');
	return { email, password: await ask('Password', true) };
}

main()
	.catch(({ name, message }: Error) => {
		say(name === 'AbortError' ? 'Stopped.' : message);
		return 2;
	})
	.then((status) => {
		if (created.length > 0) say(['Created in the service:', ...created].join('\n  '));
		process.exit(status);
	});
