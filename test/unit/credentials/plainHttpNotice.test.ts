import { NodeHelpers } from 'n8n-workflow';

import { WorkspaceTaskServiceApi } from '../../../credentials/WorkspaceTaskServiceApi.credentials';
import { WorkspaceTaskServiceLoginApi } from '../../../credentials/WorkspaceTaskServiceLoginApi.credentials';
import {
	isLoopbackUrl,
	normalizeBaseUrl,
} from '../../../nodes/WorkspaceTaskService/service/baseUrl';

const SCHEMES = ['http://', '  http://', 'https://'];
const HOSTS = [
	...['localhost', '127.0.0.1', '127.1.2.3', '[::1]', '0.0.0.0', '[::]'],
	...[
		'tasks.example.com',
		'10.0.0.7',
		'[2001:db8::1]',
		'my-localhost',
		'n8n.localhost.example.com',
	],
];
const ENDS = ['', ':3000', '/', '/api/v1', ' '];
const URLS = SCHEMES.flatMap((scheme) =>
	HOSTS.flatMap((host) => ENDS.map((end) => scheme + host + end)),
);

function isSentUnencrypted(url: string): boolean {
	const baseUrl = normalizeBaseUrl(url);
	return baseUrl.startsWith('http:') && !isLoopbackUrl(baseUrl);
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

	it('is shown for a URL whose requests are sent unencrypted, and for no other', () => {
		expect(URLS.filter(isShown)).toEqual(URLS.filter(isSentUnencrypted));
	});

	it('is not shown for an empty field', () => expect(isShown('')).toBe(false));
});
