import { send } from '../../../tools/http/client';
import { failureOf, isRunning, readExecution } from '../../../tools/n8n/api/executions';
import { until } from '../../../tools/n8n/poll';
import type { Session } from '../../../tools/n8n/api/session';
import type { Service } from '../n8n/service';
import { ACTION, action, chain, manualTrigger } from '../../../tools/n8n/workflow';

export const OFFER = {
	resource: 'task',
	operation: 'sendAndWait',
	boardId: { __rl: true, mode: 'id', value: 1 },
	title: 'Offer <b>42</b>',
	message: 'Send it to "Ada" & co?',
	approvalOptions: { values: { approvalType: 'double', askForComment: true } },
};

/** Three seconds. */
export const SOON = {
	limitWaitTime: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' },
	},
};

export const approvalWorkflow = (parameters: object = OFFER, settings: object = {}) =>
	chain(manualTrigger(), action(parameters, settings));

export { ACTION };

/** In the description of the latest task. */
export async function linkIn(service: Service): Promise<string> {
	const description = String(Object((await service.tasks()).at(-1)).description);
	return /https?:\/\/\S+$/.exec(description)?.[0] ?? '';
}

/**
 * The link, once the execution waits.
 * @throws if the execution ends instead
 */
export async function waitingLink(session: Session, service: Service, id: string) {
	await until('let the execution wait', async () => {
		const found = await readExecution(session, id);
		if (!isRunning(found)) throw new Error(`It ended instead: ${failureOf(found) ?? found.status}`);
		return found.status === 'waiting' ? true : undefined;
	});
	return await linkIn(service);
}

/** A request of a browser or a scanner. */
export async function open(url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', form = '') {
	return await send(method, url, {
		headers: form === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' },
		body: form === '' ? undefined : form,
	});
}

export const decide = async (url: string, decision: string, comment = '', name = '') =>
	await open(url, 'POST', new URLSearchParams({ decision, comment, name }).toString());
