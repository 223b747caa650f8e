import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { rejectForeignRequest } from '../http/guard';
import { isPageRequest } from '../http/recording';
import type { Store } from '../store/store';

const PAGE_FOLDER = join(__dirname, '..', 'page');
const ICON = join(__dirname, '..', '..', 'icons', 'workspaceTaskService.svg');
const START = 'index.html';

const TYPES: Record<string, string> = {
	'.css': 'text/css; charset=utf-8',
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.svg': 'image/svg+xml',
};

const start = readFileSync(join(PAGE_FOLDER, START), 'utf8');
const importMap = /<script type="importmap">(.*?)<\/script>/s.exec(start)?.[1] ?? '';
const importMapHash = createHash('sha256').update(importMap).digest('base64');

const HEADERS = {
	'cache-control': 'no-cache',
	'content-security-policy':
		`default-src 'self'; script-src 'self' 'sha256-${importMapHash}'; base-uri 'none'; ` +
		"form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
	'cross-origin-resource-policy': 'same-origin',
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
};

/** The page, at `/` and at the URL of each board, and its files. */
export async function pageRoutes(app: FastifyInstance, { boards }: Store): Promise<void> {
	app.addHook('onRequest', rejectForeignRequest);
	app.get('/', (request, reply) => {
		if (!isPageRequest(request)) return reply.callNotFound();
		return sendFile(reply, START, start);
	});
	app.get<{ Params: { id: string } }>('/boards/:id', (request, reply) => {
		if (!isPageRequest(request)) return reply.callNotFound();
		const found = boards.find(Number(request.params.id));
		return sendFile(reply.code(found ? 200 : 404), START, start);
	});
	for (const [name = '', file = ''] of pageFiles()) {
		const content = readFileSync(file, 'utf8');
		app.get(`/sandbox/page/${name}`, (_request, reply) => sendFile(reply, name, content));
	}
}

/** A fixed list: no request can read any other file. */
function pageFiles(): string[][] {
	const own = readdirSync(PAGE_FOLDER).map((name) => [name, join(PAGE_FOLDER, name)]);
	const module = (name: string) => require.resolve(name).replace(/\.js$/, '.module.js');
	// As the import map of the page names them.
	const libraries = [
		['preact.js', module('preact')],
		['hooks.js', module('preact/hooks')],
		['htm.js', module('htm')],
	];
	return [...own, ...libraries, ['icon.svg', ICON]];
}

function sendFile(reply: FastifyReply, name: string, content: string): FastifyReply {
	return reply.headers({ ...HEADERS, 'content-type': TYPES[extname(name)] }).send(content);
}
