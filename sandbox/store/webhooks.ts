/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { webhookRecord, type Webhook } from '../records';
import type { WebhookRequest } from '../schemas';

const SELECT_SUBSCRIBED = `
	SELECT id FROM webhooks
	WHERE active = 1 AND EXISTS (SELECT 1 FROM json_each(events) WHERE value = ?)
	ORDER BY id`;

export type WebhookStore = ReturnType<typeof webhookStore>;

export function webhookStore(database: DatabaseSync) {
	const selectAll = database.prepare('SELECT * FROM webhooks ORDER BY id');
	const selectOne = database.prepare('SELECT * FROM webhooks WHERE id = ?');
	const selectUrl = database.prepare('SELECT url FROM webhooks WHERE id = ? AND active = 1');
	const selectSubscribed = database.prepare(SELECT_SUBSCRIBED);
	const insert = database.prepare(
		'INSERT INTO webhooks (url, events, created_at) VALUES (?, ?, ?) RETURNING *',
	);
	const setInactive = database.prepare('UPDATE webhooks SET active = 0 WHERE id = ?');
	const deleteDeliveries = database.prepare('DELETE FROM deliveries WHERE webhook_id = ?');
	const deleteOne = database.prepare('DELETE FROM webhooks WHERE id = ?');

	return {
		list: (): Webhook[] => selectAll.all().map(read),
		/** The same URL registered twice is two webhooks. */
		add({ url, events }: WebhookRequest): Webhook {
			const at = new Date().toISOString();
			return read(insert.get(url, JSON.stringify(events), at));
		},
		find(id: number): Webhook | undefined {
			const row = selectOne.get(id);
			return row && read(row);
		},
		/** Undefined if the webhook is inactive or unknown. */
		activeUrl(id: number): string | undefined {
			const row = selectUrl.get(id);
			return row && String(row.url);
		},
		/** The ids of the active ones. */
		subscribedTo: (event: string): number[] =>
			selectSubscribed.all(event).map(({ id }) => Number(id)),
		deactivate(id: number): void {
			setInactive.run(id);
		},
		/** With its deliveries. To be called in a transaction. */
		remove(id: number): void {
			deleteDeliveries.run(id);
			deleteOne.run(id);
		},
	};
}

/** SQLite has neither booleans nor lists. */
function read(row: Record<string, SQLOutputValue> | undefined): Webhook {
	return webhookRecord.parse({
		...row,
		events: JSON.parse(String(row?.events)),
		active: row?.active === 1,
	});
}
