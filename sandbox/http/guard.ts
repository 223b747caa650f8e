import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors';

/**
 * The control routes need no token, so a web page must not reach them: neither under its own name
 * that was made to resolve to this machine, nor by a request across sites.
 */
export async function refuseForeign(request: FastifyRequest): Promise<void> {
	const { host = '', origin } = request.headers;
	if (!isLoopback(hostnameOf(host))) {
		throw new ApiError(403, 'The sandbox is controlled from this machine only');
	}
	if (request.method === 'GET' || origin === undefined) return;
	if (origin !== `http://${host}`) {
		throw new ApiError(403, 'The sandbox is not controlled from other sites');
	}
}

function hostnameOf(host: string): string {
	const address = `http://${host}`;
	return URL.canParse(address) ? new URL(address).hostname : '';
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL's hostname (IPv6 in brackets) names this machine. */
export function isLoopback(hostname: string): boolean {
	return LOOPBACK.test(hostname);
}
