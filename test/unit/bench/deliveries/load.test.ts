/* eslint-disable @n8n/community-nodes/no-restricted-imports -- tests run outside n8n */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { shipAtOnce, shipPaced, type Delivery } from '../../../../bench/nodes/deliveries/load';
import { deliveriesTo, type Variety } from '../../../../bench/nodes/deliveries/varieties';

let open = 0;
let most = 0;
let status = 200;
const held: Array<() => void> = [];
const server = createServer((request, response) => {
	most = Math.max(most, ++open);
	request.resume();
	held.push(() => {
		open--;
		response.writeHead(status).end();
	});
	if (held.length === 3) held.splice(0).forEach((answer) => answer());
});
let url = '';

beforeAll(async () => {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
	most = 0;
	status = 200;
});

afterAll(() => {
	server.closeAllConnections();
	server.close();
});

const parcels = (count: number): Delivery[] =>
	Array.from({ length: count }, () => ({ url, headers: {}, body: '{}', expects: 200 }));

describe('a load of deliveries', () => {
	it('keeps as many under way as it was told, and times each', async () => {
		const { latenciesMs } = await shipAtOnce(parcels(9), 3);
		expect(latenciesMs).toHaveLength(9);
		expect(most).toBe(3);
	});

	it('at a steady pace waits for no answer', async () => {
		const { latenciesMs } = await shipPaced(parcels(3), 1_000);
		expect(latenciesMs).toHaveLength(3);
		expect(most).toBe(3);
	});

	it('ends at an answer that was not expected', async () => {
		status = 500;
		await expect(shipAtOnce(parcels(3), 3)).rejects.toThrow('answered 500, not 200');
	});
});

describe('a delivery', () => {
	const trigger = { name: '', kind: 'own', type: '', typeVersion: 1, parameters: {} } as const;
	const workflow = { id: '1', versionId: '1' };
	const urls = ['http://one/webhook/a?key=right', 'http://two/webhook/a?key=right'];
	const to = (count: number, variety?: Variety) =>
		deliveriesTo({ trigger, workflow, urls, headers: {} }, count, variety);
	const ids = (list: Delivery[]) => list.map(({ body }) => JSON.parse(body).delivery_id as string);

	it('has an id of its own, unless it is a repetition', () => {
		expect(new Set(ids([...to(3), ...to(3)])).size).toBe(6);
		expect(new Set(ids([...to(3, 'repeated'), ...to(3, 'repeated')])).size).toBe(1);
	});

	it('goes to each address in turn', () => {
		const [first, second, third] = to(3).map(({ url: address }) => new URL(address).host);
		expect(first).toBe(third);
		expect([first, second].sort()).toEqual(['one', 'two']);
	});

	it('with a wrong key is to be refused', () => {
		const [wrong] = to(1, 'wrong key');
		expect(wrong?.expects).toBe(401);
		expect(wrong?.url).not.toContain('right');
	});
});
