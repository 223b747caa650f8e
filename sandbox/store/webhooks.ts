/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { webhookRecord, type Webhook } from '../records';
import type { WebhookRequest } from '../schemas';

export type WebhookStore = ReturnType<typeof webhookStore>;

export function webhookStore(database: DatabaseSync) {
	const selectAll = database.prepare('SELECT * FROM webhooks ORDER BY id');
	const selectOne = database.prepare('SELECT * FROM webhooks WHERE id = ?');
	const insert = database.prepare(
		'INSERT INTO webhooks (url, events, created_at) VALUES (?, ?, ?)',
	);
	const setInactive = database.prepare('UPDATE webhooks SET active = 0 WHERE id = ?');

	const list = (): Webhook[] => selectAll.all().map(read);

	return {
		list,
		/** The same address registered twice is two webhooks. */
		add({ url, events }: WebhookRequest): Webhook {
			const at = new Date().toISOString();
			const { lastInsertRowid } = insert.run(url, JSON.stringify(events), at);
			return read(selectOne.get(lastInsertRowid));
		},
		findActive(id: number): Webhook | undefined {
			return list().find((webhook) => webhook.id === id && webhook.active);
		},
		subscribedTo(event: string): Webhook[] {
			return list().filter((webhook) => webhook.active && webhook.events.includes(event));
		},
		deactivate(id: number): void {
			setInactive.run(id);
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
