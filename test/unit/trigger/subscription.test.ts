import type { Wanted } from '../../../nodes/WorkspaceTaskService/trigger/subscription';
import { covers } from '../../../nodes/WorkspaceTaskService/trigger/subscription';

const wanted: Wanted = {
	baseUrl: 'https://tasks.example.com',
	credentialId: '1',
	url: 'https://n8n.example.com/webhook/1',
	events: ['task.created'],
	label: '',
};
const registration = {
	...wanted,
	events: ['task.created', 'task.updated'],
	keyHash: '0'.repeat(64),
	registeredAt: '2026-01-01T00:00:00.000Z',
	inactiveSince: null,
};
const now = new Date('2026-05-02T12:00:00.000Z');

describe('covers', () => {
	it('is true for the same account and address, and events within the registered ones', () => {
		expect(covers(registration, wanted, now)).toBe(true);
	});

	it.each([
		['another service', { baseUrl: 'https://other.example.com' }],
		['another credential', { credentialId: '2' }],
		['another public address', { url: 'https://n8n.example.com/webhook/2' }],
		['another label', { label: '2' }],
		['one more event', { events: ['task.created', 'task.deleted'] }],
	])('is false for %s', (_, change) => {
		expect(covers(registration, { ...wanted, ...change }, now)).toBe(false);
	});

	it.each([
		['24 h', '2026-05-01T12:00:00.000Z', true],
		['a second more', '2026-05-01T11:59:59.000Z', false],
	])('answers after an inactivity of %s', (_, inactiveSince, verdict) => {
		expect(covers({ ...registration, inactiveSince }, wanted, now)).toBe(verdict);
	});
});
