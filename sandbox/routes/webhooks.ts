import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Assumed } from '../assumptions';
import type { SendResult } from '../deliveries/send';
import { closeSignal } from '../faults/connection';
import { readBody } from '../http/input';
import { ApiError } from '../http/errors';
import { isLoopback } from '../http/guard';
import { webhookRequest, type WebhookRequest } from '../schemas';
import type { Services } from '../services';
import { USER_AGENT } from '../shapes/notification';
import { sendCreated, shapeWebhook } from '../shapes/responses';
import type { Store } from '../store/store';

/** API: POST /api/v1/webhooks. */
export function webhookRoute(app: FastifyInstance, { store, assumptions, sender }: Services): void {
	app.post('/webhooks', { config: { documented: true } }, async (request, reply) => {
		const registration = readBody(request, webhookRequest);
		const { current } = assumptions;
		requireHttps(registration, current);
		if (current.duplicateWebhooks === 'refused') refuseDuplicate(registration, store);
		if (current.addressCheck !== null) {
			const url = withChallenge(registration.url, current.addressCheck);
			const headers = { 'user-agent': USER_AGENT };
			const result = await sender.send(url, { method: 'GET', headers }, closeSignal(reply));
			requireEcho(url, result);
		}
		const created_at = new Date().toISOString();
		const webhook = store.webhooks.add({ ...registration, active: true, created_at });
		return sendCreated(reply, shapeWebhook(webhook, current), current);
	});
}

/** API: `url` is an HTTPS URL. Assumed: http on loopback, for a local n8n. */
function requireHttps({ url }: WebhookRequest, { httpsOnLoopback }: Assumed): void {
	const { protocol, hostname } = new URL(url);
	if (protocol === 'https:') return;
	if (protocol === 'http:' && isLoopback(hostname) && !httpsOnLoopback) return;
	const exception = httpsOnLoopback ? '' : ' (plain http only on a loopback host)';
	throw refusedUrl(422, `must be an https URL${exception}`);
}

function refuseDuplicate({ url }: WebhookRequest, { webhooks }: Store): void {
	if (!webhooks.list().some((webhook) => webhook.url === url && webhook.active)) return;
	throw refusedUrl(409, 'is already registered');
}

function withChallenge(url: string, parameter: string): string {
	const mode = parameter === 'hub.challenge' ? 'hub.mode=subscribe&' : '';
	return `${url}${url.includes('?') ? '&' : '?'}${mode}${parameter}=${randomUUID()}`;
}

function requireEcho(url: string, { status, error, body }: SendResult): void {
	const challenge = url.slice(url.lastIndexOf('=') + 1);
	if (status === 200 && body.includes(challenge)) return;
	throw refusedUrl(422, `did not echo the challenge (${error ?? `status ${status}`})`);
}

function refusedUrl(status: number, message: string): ApiError {
	return new ApiError(status, `url ${message}`, [{ field: 'url', message }]);
}
