import type { Assumed } from '../assumptions';
import { shapeError } from '../shapes/errors';
import type { RequestFault } from './schema';

const PAGE = `<!doctype html>
<html lang="en">
	<head><title>Maintenance</title></head>
	<body><h1>We will be back soon</h1><p>The sandbox simulates a maintenance page.</p></body>
</html>
`;

interface FaultResponse {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** What `html` and `status` send instead of the usual response. */
export function responseOf(
	fault: Extract<RequestFault, { kind: 'html' | 'status' }>,
	assumed: Assumed,
	now: Date,
): FaultResponse {
	const { status } = fault;
	if (fault.kind === 'html') {
		return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: PAGE };
	}
	const message = `The sandbox simulates status ${status}`;
	const usual = shapeError({ status, message, details: [] }, assumed);
	const { contentType, body } =
		fault.body === undefined ? usual : { contentType: 'application/json', body: fault.body };
	const headers = { 'content-type': contentType, ...retryAfterHeader(fault.retryAfter, now) };
	return { status, headers, body };
}

function retryAfterHeader(
	retryAfter: { seconds?: number; date?: number } | undefined,
	now: Date,
): Record<string, string> {
	if (retryAfter?.seconds !== undefined) return { 'retry-after': String(retryAfter.seconds) };
	if (retryAfter?.date === undefined) return {};
	const date = new Date(now.getTime() + retryAfter.date * 1_000);
	return { 'retry-after': date.toUTCString() };
}
