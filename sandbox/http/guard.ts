import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors';

/**
 * The control routes need no token, so other web pages must not reach them, neither by DNS rebinding
 * nor by a cross-site request.
 */
export async function rejectForeignRequest(request: FastifyRequest): Promise<void> {
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
	const url = `http://${host}`;
	return URL.canParse(url) ? new URL(url).hostname : '';
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** @param hostname of a URL: IPv6 in brackets */
export function isLoopback(hostname: string): boolean {
	return LOOPBACK.test(hostname);
}
