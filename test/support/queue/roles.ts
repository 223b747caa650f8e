import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod/v4';
import { root } from '../../../tools/install/paths.cjs';
import { MAIN, type Command } from '../../../tools/n8n/process';

const service = z.object({
	command: z.array(z.string()),
	environment: z.record(z.string(), z.string()),
	deploy: z.object({ replicas: z.number() }).default({ replicas: 1 }),
});
const compose = z.object({
	services: z.object({ main: service, webhook: service, worker: service }),
});

/** Processes of n8n in deploy/compose.yaml. */
export interface Role extends Command {
	count: number;
	/** Without what differs between installations: there, the file has variables. */
	settings: Record<string, string>;
}

function roleOf(
	{ command, environment, deploy }: z.infer<typeof service>,
	readyLine: string,
): Role {
	const fixed = Object.entries(environment).filter(([, value]) => !value.includes('${'));
	const settings = Object.fromEntries(fixed);
	return { args: command, readyLine, count: deploy.replicas, settings };
}

const text = readFileSync(path.join(root, 'deploy/compose.yaml'), 'utf8');
const { main, webhook, worker } = compose.parse(parse(text, { merge: true })).services;

/** What the tests of queue mode start. */
export const ROLES = {
	/** The editor, the API and registrations; the processors receive deliveries. */
	main: roleOf(main, MAIN.readyLine),
	webhook: roleOf(webhook, 'Webhook listener waiting for requests'),
	worker: roleOf(worker, 'n8n worker is now ready'),
};

/** Executions per worker. */
export const CONCURRENCY = Number(/--concurrency=(\d+)/.exec(ROLES.worker.args.join())?.[1]);
