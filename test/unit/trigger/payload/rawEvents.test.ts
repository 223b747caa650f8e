import { rawEventsIn } from '../../../../nodes/WorkspaceTaskService/trigger/payload/rawEvents';

const one = { id: 1, title: 'Call' };
const two = { id: 2, title: 'Write' };
const LARGE = '12345678901234567890';

/** JSON that n8n does not recognize. */
const asText = (text: string) => ({ body: undefined, rawBody: Buffer.from(text), headers: {} });
const asJson = (body: unknown) => ({ ...asText(JSON.stringify(body)), body });

describe('the events in a delivery', () => {
	it.each<[string, unknown, unknown[], unknown]>([
		['a list', [one, two], [one, two], undefined],
		['a list in a field', { events: [one, two] }, [one, two], undefined],
		['a list beside other fields', { events: [one], cursor: 3 }, [one], { cursor: 3 }],
		['a list in a wrapper', { data: { tasks: [one], cursor: 3 } }, [one], { data: { cursor: 3 } }],
	])('are those of %s', (_, body, entries, shared) => {
		const read = rawEventsIn(asJson(body));
		expect(read).toEqual(expect.objectContaining({ shared, isEmpty: false }));
		expect(read.raw.map(({ entry }) => entry)).toEqual(entries);
	});

	it.each<[string, unknown]>([
		['a list of names', { events: ['task.created'], task: one }],
		['a list with a name', { events: ['task.created', one] }],
		['a plain value', 7],
	])('are one with %s', (_, body) => {
		expect(rawEventsIn(asJson(body)).raw).toEqual([
			expect.objectContaining({ entry: body, outer: body, payload: body }),
		]);
	});

	it('beyond 1,000 are one rest, whatever is in it', () => {
		const list = [...Array.from({ length: 1_000 }, () => one), 'x'];
		const { raw } = rawEventsIn(asJson(list));
		expect([raw.length, raw.at(-1)?.entry]).toEqual([1_001, ['x']]);
	});

	it.each<[string, string, unknown]>([
		['JSON after spaces', ' {"id":1}', { id: 1 }],
		['a list', '[{"id":1}]', { id: 1 }],
		['text', 'see [1]', 'see [1]'],
		['JSON that is cut off', '{"id":', '{"id":'],
		['a large integer', `{"id":${LARGE}}`, { id: LARGE }],
		['nothing', '', ''],
	])('are read from text: %s', (_, text, entry) => {
		expect(rawEventsIn(asText(text)).raw[0]?.entry).toEqual(entry);
	});
});
