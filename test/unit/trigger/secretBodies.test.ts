import { readDelivery } from '../../../nodes/WorkspaceTaskService/reading/delivery';
import { findCheckAnswer } from '../../../nodes/WorkspaceTaskService/trigger/addressCheck';

/** A service that sends its secret with each delivery. */
function responseTo(text: string) {
	const headers = { 'x-hook-secret': 's-1', 'content-type': 'application/json' };
	const rawBody = Buffer.from(text);
	const delivery = { headers, body: JSON.parse(text), rawBody };
	const request = { ...delivery, method: 'POST', query: {} };
	return findCheckAnswer(request, readDelivery(request), []);
}

describe('a delivery with X-Hook-Secret', () => {
	it.each(['{"a":1}', '{"note":"unknown to this package"}', '[1,2]', '"text"'])(
		'is an event if its body is %s',
		(text) => {
			expect(responseTo(text)).toBeUndefined();
		},
	);

	it('is an address check if its body is empty', () => {
		expect(responseTo('{}')).toEqual({ headers: { 'x-hook-secret': 's-1' }, body: '' });
	});
});
