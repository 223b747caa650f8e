import { Agent, request } from 'undici';

const AT_ONCE = 50;

export interface Shipment {
	title: string;
	/** Tried in this order until one of them answers. */
	urls: string[];
}

/** `status` is null when nobody answered. */
export interface Receipt {
	title: string;
	status: number | null;
	/** How many addresses were tried before that one. */
	failures: number;
}

/**
 * Sends one `task.created` per shipment, as many at once as a busy service would.
 * @param onReceipt hears how many receipts there are, after each
 */
export async function ship(
	shipments: Shipment[],
	onReceipt: (count: number) => void = () => {},
): Promise<Receipt[]> {
	const dispatcher = new Agent({ connections: AT_ONCE });
	const waiting = shipments.entries();
	const receipts: Receipt[] = [];
	const sendNext = async () => {
		for (const [id, { title, urls }] of waiting) {
			const task = { id, title };
			const body = JSON.stringify({
				event: 'task.created',
				delivery_id: title,
				data: { task },
			});
			receipts.push({ title, ...(await firstAnswer(urls, body, dispatcher)) });
			onReceipt(receipts.length);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
	await dispatcher.close();
	return receipts;
}

async function firstAnswer(urls: string[], body: string, dispatcher: Agent) {
	for (const [failures, url] of urls.entries()) {
		const status = await post(url, body, dispatcher).catch(() => null);
		if (status !== null) return { status, failures };
	}
	return { status: null, failures: urls.length };
}

async function post(url: string, body: string, dispatcher: Agent): Promise<number> {
	const headers = { 'content-type': 'application/json' };
	const answer = await request(url, { method: 'POST', headers, body, dispatcher });
	await answer.body.dump();
	return answer.statusCode;
}
