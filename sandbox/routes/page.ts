/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- development tool, never published */
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

/** The libraries of the page, as its import map names them. */
const LIBRARIES = {
	'preact.js': require.resolve('preact'),
	'hooks.js': require.resolve('preact/hooks'),
	'htm.js': require.resolve('htm'),
};

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
	for (const [name, content] of pageFiles()) {
		app.get(`/sandbox/page/${name}`, (_request, reply) => sendFile(reply, name, content));
	}
}

/** A fixed list: no request can read any other file. */
function pageFiles(): Map<string, string> {
	const names = readdirSync(PAGE_FOLDER).filter((name) => name !== START && extname(name) in TYPES);
	const files = names.map((name) => [name, join(PAGE_FOLDER, name)]);
	const libraries = Object.entries(LIBRARIES).map(([name, file]) => [
		name,
		file.replace(/\.js$/, '.module.js'),
	]);
	const all = [...files, ...libraries, ['icon.svg', ICON]];
	return new Map(all.map(([name = '', file = '']) => [name, readFileSync(file, 'utf8')]));
}

function sendFile(reply: FastifyReply, name: string, content: string): FastifyReply {
	return reply.headers({ ...HEADERS, 'content-type': TYPES[extname(name)] }).send(content);
}
