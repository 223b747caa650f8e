import fc from 'fast-check';

const ID_NAMES = ['id', '_id', 'ID', 'gid', 'task_id', 'taskId'];
/** What has a meaning of its own wherever it is, in any spelling: `id-` is `id`. */
const RESERVED = ['id', 'gid', 'uuid', 'taskid', 'resourceid', 'title', 'tasktitle', 'task'];
/** Beside a task, or in its past. */
const ASIDE =
	/^(user|actor|author|owner|creator|sender|assignee|member|organization|board|project|workspace|parent|prev|old|before|updated)|by$/;
const USUAL = ['data', 'payload', 'object', 'event', 'changes', 'current', 'issue', 'tasks'];

export const idName = fc.constantFrom(...ID_NAMES);
export const name = fc
	.oneof(fc.constantFrom(...USUAL), fc.stringMatching(/^[a-z][a-zA-Z_-]{0,9}$/))
	.filter((one) => {
		const letters = one.replace(/[_-]/g, '').toLowerCase();
		return !RESERVED.includes(letters) && !ASIDE.test(letters);
	});

const plainOf = (scalar: fc.Arbitrary<unknown>, minLength = 0) =>
	fc.oneof(scalar, fc.array(scalar, { minLength }), fc.dictionary(name, scalar, { maxKeys: 3 }));
const fieldsOf = (scalar: fc.Arbitrary<unknown>, minLength?: number) =>
	fc.dictionary(name, plainOf(scalar, minLength), { maxKeys: 3 });
const number = fc.oneof(fc.integer({ max: 999 }), fc.boolean(), fc.constant(null));
export const scalar = fc.oneof(number, fc.lorem());
export const around = fieldsOf(scalar);

/** From the inside out: a list with one entry, or an object with other fields. */
export type Levels = Array<[name: string, around: object] | undefined>;
const levelsOf = (fields: fc.Arbitrary<object>): fc.Arbitrary<Levels> =>
	fc.array(fc.option(fc.tuple(name, fields), { nil: undefined }), { maxLength: 12 });
export const levels = levelsOf(around);
export const nest = (value: unknown, all: Levels) =>
	all.reduce<unknown>((inner, one) => (one ? { ...one[1], [one[0]]: inner } : [inner]), value);

/** How a service notifies of a task that was created. */
export interface EventShape {
	idName: string;
	titleName: string;
	isText: boolean;
	others: object;
	levels: Levels;
	outer: string;
	typeName: string;
	type: string;
	hasEventId: boolean;
	/** The task is a list of names and values, in which no object has its ID. */
	isFieldList: boolean;
}

/** Where a text is taken for the type of the event, which then says something else. */
const TYPE_NAME = /event|type|kind|topic|trigger|action|operation|object|resource|entity|table/i;
/** Where the type is read in any case. */
export const TYPE_NAMES = ['event', 'type', 'event_type'];
/** "an empty list with nothing else readable starts nothing" */
const numbers = fieldsOf(number, 1);

export const eventShape: fc.Arbitrary<EventShape> = fc.record({
	idName,
	titleName: fc.oneof(
		fc.constant('title'),
		name.filter((one) => !TYPE_NAME.test(one)),
	),
	isText: fc.boolean(),
	others: numbers,
	levels: levelsOf(numbers),
	outer: name,
	typeName: fc.oneof(fc.constantFrom(...TYPE_NAMES), name),
	type: fc.constantFrom('task.created', 'TASK_CREATED', 'taskCreated', 'created'),
	hasEventId: fc.boolean(),
	isFieldList: fc.oneof(fc.constant(false), fc.boolean()),
});

/** @param more further fields of the task */
export function eventOf(
	shape: EventShape,
	eventId: string,
	task: { id: number; title: string },
	more: object = {},
) {
	const id = shape.isText ? String(task.id) : task.id;
	const fields = { ...shape.others, ...more, [shape.idName]: id, [shape.titleName]: task.title };
	const list = Object.entries(fields).map(([field, value]) => ({ field, value }));
	return {
		...(shape.hasEventId && { event_id: eventId }),
		[shape.typeName]: shape.type,
		[shape.outer]: nest(shape.isFieldList ? list : fields, shape.levels),
	};
}
