import { NodeHelpers } from 'n8n-workflow';

import { WorkspaceTaskServiceApi } from '../../../credentials/WorkspaceTaskServiceApi.credentials';
import { WorkspaceTaskServiceLoginApi } from '../../../credentials/WorkspaceTaskServiceLoginApi.credentials';

describe.each([
	['token', new WorkspaceTaskServiceApi()],
	['password', new WorkspaceTaskServiceLoginApi()],
])('the notice that the %s travels in the clear', (_, { properties }) => {
	const isShown = (baseUrl: string) =>
		properties.some(
			(property) =>
				property.name === 'plainHttpNotice' &&
				NodeHelpers.displayParameter({ baseUrl }, property, null, null),
		);

	it.each([
		'http://tasks.example.com',
		'HTTP://tasks.example.com',
		'Http://tasks.example.com',
		'  http://tasks.example.com',
		'http://192.168.1.5:3000/api/v1',
	])('is shown for "%s"', (baseUrl) => expect(isShown(baseUrl)).toBe(true));

	it.each([
		'',
		'tasks.example.com',
		'https://tasks.example.com',
		'https://localhost',
		'http://localhost:3000',
		'http://127.0.0.1:3000',
		' http://[::1]:3000',
	])('is not shown for "%s"', (baseUrl) => expect(isShown(baseUrl)).toBe(false));
});
