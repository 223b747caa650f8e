import { createBoard } from './board/create.operation';
import { findOrCreateBoard } from './board/findOrCreate.operation';
import { getAllBoards } from './board/getAll.operation';
import type { Operation } from './operation';
import { createTask } from './task/create.operation';
import { sendAndWait } from './task/sendAndWait.operation';
import { createWebhook } from './webhook/create.operation';

/** The keys are internal names, which workflows store. */
export const registry: Record<string, Record<string, Operation>> = {
	board: {
		create: createBoard,
		findOrCreate: findOrCreateBoard,
		getAll: getAllBoards,
	},
	task: {
		create: createTask,
		sendAndWait,
	},
	webhook: {
		create: createWebhook,
	},
};
