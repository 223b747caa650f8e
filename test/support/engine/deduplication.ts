import { setImmediate } from 'node:timers/promises';

import { DataDeduplicationService } from 'n8n-core';
import type { ICheckProcessedContextData, ICheckProcessedOptions } from 'n8n-workflow';

type Keys = Array<string | number>;

/**
 * Like n8n, keeps the keys of a node or of a workflow in one list that is read and written as a whole. Keys that are
 * added to a call after it began are not part of it.
 */
export class ProcessedKeys {
	private readonly lists = new Map<string, Keys>();

	/** Replaces n8n's service, which needs a database. */
	static install(): ProcessedKeys {
		const store = new ProcessedKeys();
		Reflect.set(DataDeduplicationService, 'instance', store);
		return store;
	}

	all(): Keys {
		return [...this.lists.values()].flat();
	}

	async checkProcessedAndRecord(
		keys: Keys,
		scope: string,
		data: ICheckProcessedContextData,
		{ maxEntries = Infinity }: ICheckProcessedOptions,
	) {
		const asked = [...keys];
		const before = new Set(this.lists.get(listOf(scope, data)));
		await setImmediate();
		const fresh = asked.filter((key) => !before.has(key));
		this.lists.set(listOf(scope, data), [...before, ...fresh].slice(-maxEntries));
		return { new: fresh, processed: asked.filter((key) => before.has(key)) };
	}

	async removeProcessed(keys: Keys, scope: string, data: ICheckProcessedContextData) {
		const removed = new Set(keys);
		const before = this.lists.get(listOf(scope, data)) ?? [];
		await setImmediate();
		this.lists.set(
			listOf(scope, data),
			before.filter((key) => !removed.has(key)),
		);
	}
}

const listOf = (scope: string, { workflow, node }: ICheckProcessedContextData) =>
	`${workflow.id} ${scope === 'node' ? node?.id : ''}`;
