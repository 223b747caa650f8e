import { readDelivery } from '../../../../../nodes/WorkspaceTaskService/api/read/delivery/delivery';
import { readHandshake } from '../../../../../nodes/WorkspaceTaskService/api/read/delivery/handshake';

function handshakeIn(body: unknown, query: object = {}, headers = {}) {
	const delivery = readDelivery({ body, rawBody: undefined, headers });
	return readHandshake({ query, headers }, delivery);
}

describe('an address check', () => {
	it.each([
		...['ping', 'webhook.ping', 'verify', 'url_verification', 'validate', 'endpoint.validation'],
		...['handshake', 'challenge'],
	])('may be called %s', (event) => {
		expect(handshakeIn({ event })).toMatchObject({ isNamed: true, isEvent: false });
	});

	it.each(['pinged', 'shipping', 'verified', 'task.ping', 'ping.task', 'revalidate'])(
		'is not called %s',
		(event) => expect(handshakeIn({ event }).isEvent).toBe(true),
	);

	it.each(['hub.challenge', 'validationToken', 'challenge'])(
		'may have its token in the query as %s, of at most 2,000 characters',
		(name) => {
			const tokens = [2_000, 2_001].map((size) => ({ [name]: 'x'.repeat(size) }));
			const read = tokens.map((query) => handshakeIn(undefined, query).token?.length);
			expect(read).toEqual([2_000, undefined]);
		},
	);

	it('has no token in a list or an object of the query', () => {
		expect(handshakeIn(undefined, { challenge: ['a', 'b'] }).token).toBeUndefined();
	});
});
