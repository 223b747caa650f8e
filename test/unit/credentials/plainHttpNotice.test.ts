import { NodeHelpers } from 'n8n-workflow';

import { WorkspaceTaskServiceApi } from '../../../credentials/WorkspaceTaskServiceApi.credentials';
import { WorkspaceTaskServiceLoginApi } from '../../../credentials/WorkspaceTaskServiceLoginApi.credentials';
import { isLoopback, normalizeBaseUrl } from '../../../nodes/WorkspaceTaskService/api/baseUrl';

const SCHEMES = [
	'',
	'http:',
	'http:/',
	'http://',
	'HTTP://',
	'hTTp:\\\\',
	'  http://',
	'https://',
	'https:',
];
const HOSTS = [
	...['localhost', 'LocalHost', '127.0.0.1', '127.1.2.3', '[::1]', 'tasks.example.com', '10.0.0.7'],
	...['localhost.example.com', '127.0.0.1.evil.com', '127.evil.com', 'evil.com/localhost'],
	...['evil.com/://localhost/', 'evil.com?://localhost', 'localhost@evil.com'],
];
const ENDS = ['', ':3000', '/', '/api/v1', ' '];
const ADDRESSES = SCHEMES.flatMap((scheme) =>
	HOSTS.flatMap((host) => ENDS.map((end) => scheme + host + end)),
);

/** What the request would do with the address. */
function isSentInTheClear(address: string): boolean | undefined {
	try {
		const baseUrl = normalizeBaseUrl(address);
		return baseUrl.startsWith('http:') && !isLoopback(baseUrl);
	} catch {
		return undefined;
	}
}

describe.each([
	['an API token', new WorkspaceTaskServiceApi()],
	['a login', new WorkspaceTaskServiceLoginApi()],
])('the notice about plain http with %s', (_, { properties }) => {
	const isShown = (baseUrl: string) =>
		properties.some(
			(property) =>
				property.name === 'plainHttpNotice' &&
				NodeHelpers.displayParameter({ baseUrl }, property, null, null),
		);

	it('reads an address as the request does', () => {
		const wrong = ADDRESSES.filter((address) => {
			const expected = isSentInTheClear(address);
			return expected !== undefined && expected !== isShown(address);
		});
		expect(wrong).toEqual([]);
	});

	it.each(['http:tasks.example.com', 'http://127.0.0.1.evil.com', 'HTTP://tasks.example.com'])(
		'is shown for %s',
		(baseUrl) => expect(isShown(baseUrl)).toBe(true),
	);

	it.each(['', 'tasks.example.com', 'https://tasks.example.com', 'http://localhost:3000'])(
		'is not shown for "%s"',
		(baseUrl) => expect(isShown(baseUrl)).toBe(false),
	);
});
