/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import type { DatabaseSync } from 'node:sqlite';
import { deliveryRecord, type Delivery, type DeliveryState } from '../records';

export type DeliveryStore = ReturnType<typeof deliveryStore>;

export function deliveryStore(database: DatabaseSync) {
	const selectDue = database.prepare(
		`SELECT id, webhook_id, event, body, attempts FROM deliveries
			WHERE state = 'due' ORDER BY position`,
	);
	const insert = database.prepare(
		'INSERT INTO deliveries (id, webhook_id, event, body) VALUES (?, ?, ?, ?)',
	);
	const update = database.prepare('UPDATE deliveries SET attempts = ?, state = ? WHERE id = ?');

	return {
		/** Oldest first. */
		due: (): Delivery[] => selectDue.all().map((row) => deliveryRecord.parse(row)),
		add(delivery: Omit<Delivery, 'attempts'>): Delivery {
			insert.run(delivery.id, delivery.webhook_id, delivery.event, delivery.body);
			return { ...delivery, attempts: 0 };
		},
		update({ id, attempts }: Delivery, state: DeliveryState): void {
			update.run(attempts, state, id);
		},
	};
}
