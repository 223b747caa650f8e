import type { IExecuteFunctions } from 'n8n-workflow';

import { field } from '../api/json';
import { isRecent, type Create } from './create';
import { OwnTasks } from './ownTasks';
import { startingTrigger } from './startingTrigger';
import { readStart, type StartReading } from './startReading';

/*
 * The generation of a create says how far it is from a person. A person creates task 1, and the workflow
 * answers with task 2: generation 0. If the event of task 2 starts the workflow, it creates task 3:
 * generation 1, and so on. An execution that no trigger of this package started has no generation.
 */

/** What an execution adds its creates to. */
interface Lineage {
	tasks: OwnTasks;
	/** Of the tasks that the execution creates. */
	generation: number;
}

/**
 * Undefined in an execution without a generation. The generation is found before the first create, and
 * n8n keeps it with the execution, over waits and restarts.
 */
export function lineageOf(context: IExecuteFunctions, baseUrl: string): Lineage | undefined {
	const kept = context.getContext('flow') as Record<string, { generation?: number }>;
	const name = `own tasks of ${baseUrl}`;
	kept[name] ??= { generation: findGeneration(context, baseUrl) };
	const { generation } = kept[name];
	if (generation === undefined) return undefined;
	return { tasks: openTasks(context, baseUrl), generation };
}

function openTasks(context: IExecuteFunctions, baseUrl: string): OwnTasks {
	return OwnTasks.open(context.getWorkflow().id, baseUrl);
}

function findGeneration(context: IExecuteFunctions, baseUrl: string): number | undefined {
	const trigger = startingTrigger(context);
	if (trigger === undefined) return undefined;
	const isLoopIntended = field(trigger.params, 'options', 'ignoreOwnTasks') === false;
	if (isLoopIntended) return 0;
	const starts = trigger.all().map((item) => readStart(item.json));
	return generationAfter(openTasks(context, baseUrl), starts);
}

/** One more than the highest generation among the own tasks that started an execution; else 0. */
export function generationAfter(tasks: OwnTasks, starts: StartReading[]): number {
	let generation = 0;
	for (const start of starts) {
		for (const create of createsIn(tasks, start)) {
			if (!isRecent(create, start.receivedDate)) continue;
			generation = Math.max(generation, create.generation + 1);
		}
	}
	return generation;
}

/** The own tasks that an event may be about. If the event names an own task, only that task. */
function createsIn(tasks: OwnTasks, start: StartReading): Create[] {
	const named = start.showsTask ? tasks.withId(start.task.id) : undefined;
	if (named !== undefined) return [named];
	const creates: Array<Create | undefined> = tasks.inFlightFor(start.task, start.receivedDate);
	for (const id of start.ids) {
		creates.push(tasks.withId(id));
	}
	for (const title of start.titles) {
		creates.push(tasks.withTitle(title));
		if (!start.showsTask) creates.push(tasks.withTitleBesideId(title));
	}
	return creates.filter((create) => create !== undefined);
}
