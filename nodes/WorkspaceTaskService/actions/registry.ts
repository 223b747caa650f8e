import { createBoard } from './board/create.operation';
import { getAllBoards } from './board/getAll.operation';
import type { Operation } from './operation';
import { createTask } from './task/create.operation';
import { createWebhook } from './webhook/create.operation';

/** resource → operation → what it does. The keys are the internal names in saved workflows. */
export const registry: Record<string, Record<string, Operation>> = {
	board: {
		create: createBoard,
		getAll: getAllBoards,
	},
	task: {
		create: createTask,
	},
	webhook: {
		create: createWebhook,
	},
};
