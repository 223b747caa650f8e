/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { setImmediate } from 'node:timers/promises';

import { claimNew, identityReader } from '../../../nodes/WorkspaceTaskService/trigger/duplicates';
import { ALL_BUT_THE_CLOCK } from '../../support/clock';
import type { Identity } from '../../../nodes/WorkspaceTaskService/trigger/payload/events';

const task = { id: 7, title: 'Call' };
const settled = Promise.resolve(true);

let nodes = 0;
let node: string;
beforeEach(() => (node = `node ${(nodes += 1)}`));

const event = (ids: string, content = 'a', bytes = ''): { identity: Identity } => ({
	identity: { ids, content, bytes },
});
/** How many of the events are new. */
const claim = async (...events: Array<{ identity: Identity }>) =>
	(await claimNew(node, events, settled))?.length;

describe('claimNew', () => {
	it('recognizes an event by its ID and content', async () => {
		expect([await claim(event('1')), await claim(event('1')), await claim(event('2'))]).toEqual([
			1, 0, 1,
		]);
	});

	it('ignores an ID that came with different contents', async () => {
		const contents = ['a', 'b', 'a', 'b', 'b'];
		const counts: unknown[] = [];
		for (const content of contents) counts.push(await claim(event('1', content)));
		expect(counts).toEqual([1, 1, 1, 1, 1]);
	});

	it('treats every event without an ID and bytes as new', async () => {
		expect([await claim(event('')), await claim(event(''))]).toEqual([1, 1]);
	});

	it('does not compare events of one delivery', async () => {
		const batch = [event('1'), event('1')];
		expect([await claim(...batch), await claim(...batch)]).toEqual([2, 0]);
	});

	it.each([
		['an ID', event('1')],
		['bytes alone', event('', '', 'bytes')],
	])('gives up when a first delivery with %s gets no response in time', async (_, sent) => {
		const never = new Promise<boolean>(() => {});
		expect(await claimNew(node, [sent], never)).toHaveLength(1);
		expect(await claimNew(node, [sent], settled, 10)).toBeUndefined();
	});

	it('starts one of the waiting duplicates if the first delivery could not start', async () => {
		let end: (hasStarted: boolean) => void = () => {};
		const first = new Promise<boolean>((resolve) => (end = resolve));
		await claimNew(node, [event('1')], first);
		const others = [1, 2, 3].map(async () => await claim(event('1')));
		await setImmediate();
		end(false);
		expect((await Promise.all(others)).sort()).toEqual([0, 0, 1]);
	});
});

describe('with time', () => {
	const HOUR_MS = 60 * 60 * 1000;
	beforeEach(() => jest.useFakeTimers({ doNotFake: ALL_BUT_THE_CLOCK }));
	afterEach(() => jest.useRealTimers());

	it('still ignores an ID with different contents after a quiet hour', async () => {
		for (const content of ['a', 'b']) await claim(event('1', content));
		jest.setSystemTime(Date.now() + HOUR_MS);
		expect([await claim(event('1')), await claim(event('1'))]).toEqual([1, 1]);
	});

	it('keeps a later claim when an old delivery ends', async () => {
		let end: (hasStarted: boolean) => void = () => {};
		await claimNew(node, [event('1')], new Promise<boolean>((resolve) => (end = resolve)));
		jest.setSystemTime(Date.now() + HOUR_MS);
		expect(await claim(event('1'))).toBe(1);
		end(false);
		await setImmediate();
		expect(await claim(event('1'))).toBe(0);
	});
});

describe('the identity of an event', () => {
	const of = (body: Record<string, unknown>, headers = {}, rawBody = JSON.stringify(body)) => {
		const identify = identityReader({ body, headers, rawBody: Buffer.from(rawBody) });
		const own = 'task' in body ? task : body;
		return identify({ entry: body, task: own, outer: body, payload: body }, 'task.created')
			.identity;
	};

	it('does not depend on the attempt number', () => {
		const first = of({ event_id: 1, task, attempt: 1, sent_at: 'now' });
		const again = of({ event_id: 1, task, attempt: 2, sent_at: 'later' });
		expect(again).toMatchObject({ ids: first.ids, content: first.content });
	});

	it.each([
		['another task', { id: 9, task: { id: 2 } }],
		['another change', { id: 9, task, changes: ['title'] }],
		['another time', { id: 9, task, timestamp: 2 }],
	])('differs in its content for %s', (_, other) => {
		expect(of(other).content).not.toBe(of({ id: 9, task }).content);
	});

	it('is based on bytes instead of fields for more than a megabyte', () => {
		const large = {
			event_id: 1,
			...Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`field ${n}`, n])),
		};
		const entries = jest.spyOn(Object, 'entries');
		const { content, bytes } = of(large);
		expect(entries.mock.calls.filter(([value]) => value === large)).toEqual([]);
		entries.mockRestore();
		expect(bytes).toContain(content);
	});

	it('has the ID of an event that names its task by another field', () => {
		expect(of({ id: 'evt-1', event: 'task.created', task_id: 7, title: 'Call' }).ids).toBe(
			'["evt-1"]',
		);
		expect(of({ id: 7, title: 'Call' }).ids).toBe('');
	});

	it('is based on the fields of a form whose bytes n8n does not keep', () => {
		const ofForm = (body: object | undefined) => {
			const identify = identityReader({ body, headers: {}, rawBody: undefined });
			return identify({ entry: body, task: null, outer: body, payload: body }, null).identity.bytes;
		};
		expect(ofForm({ title: 'a' })).toBe(ofForm({ title: 'a' }));
		expect(ofForm({ title: 'a' })).not.toBe(ofForm({ title: 'b' }));
		expect(ofForm(undefined)).toBe('');
	});

	it('has no ID if only the task has one, and no bytes if the body is empty', () => {
		expect(of({ id: 7, task }).ids).toBe('');
		expect(of({}, {}, '').bytes).toBe('');
	});
});
