import { createFeed } from '../../sandbox/feed';
import { createJournal, type RecordedRequest } from '../../sandbox/journal';

const request = (path: string): RecordedRequest => ({
	method: 'GET',
	path,
	query: {},
	status: 200,
	documented: true,
	authorization: null,
	body: null,
	fault: null,
	at: '2030-01-01T00:00:00.000Z',
});

describe('a journal that gets 200,000 requests', () => {
	const journal = createJournal(createFeed());
	for (let index = 0; index < 200_000; index++) journal.addRequest(request(`/${index}`));
	const paths = journal.requests().map(({ path }) => path);

	it('keeps at least the latest 50,000, in order', () => {
		const latest = Array.from({ length: 50_000 }, (_, index) => `/${150_000 + index}`);

		expect(paths.slice(-50_000)).toEqual(latest);
	});

	it('does not grow without bound', () => {
		expect(paths.length).toBeLessThan(60_000);
	});
});
