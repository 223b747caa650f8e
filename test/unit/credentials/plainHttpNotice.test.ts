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
	...[
		'localhost',
		'LocalHost',
		'127.0.0.1',
		'127.1.2.3',
		'[::1]',
		'0.0.0.0',
		'[::]',
		'tasks.example.com',
		'10.0.0.7',
	],
	...['localhost.example.com', '127.0.0.1.evil.com', '127.evil.com', 'evil.com/localhost'],
	...['evil.com/://localhost/', 'evil.com?://localhost', 'localhost@evil.com'],
];
const ENDS = ['', ':3000', '/', '/api/v1', ' '];
const URLS = SCHEMES.flatMap((scheme) =>
	HOSTS.flatMap((host) => ENDS.map((end) => scheme + host + end)),
);

/** Whether a request to the URL would be unencrypted. */
function isSentUnencrypted(url: string): boolean | undefined {
	try {
		const baseUrl = normalizeBaseUrl(url);
		return baseUrl.startsWith('http:') && !isLoopback(baseUrl);
	} catch {
		return undefined;
	}
}

describe.each([
	['an API token', new WorkspaceTaskServiceApi()],
	['a login', new WorkspaceTaskServiceLoginApi()],
])('the notice about plain HTTP with %s', (_, { properties }) => {
	const isShown = (baseUrl: string) =>
		properties.some(
			(property) =>
				property.name === 'plainHttpNotice' &&
				NodeHelpers.displayParameter({ baseUrl }, property, null, null),
		);

	it('interprets a URL as the request does', () => {
		const wrong = URLS.filter((url) => {
			const expected = isSentUnencrypted(url);
			return expected !== undefined && expected !== isShown(url);
		});
		expect(wrong).toEqual([]);
	});

	it('is not shown for an empty field', () => expect(isShown('')).toBe(false));
});
