import { authorize } from '../../../nodes/WorkspaceTaskService/transport/authorize';

describe('authorize', () => {
	it('adds the token and keeps the other headers', () => {
		const request = { url: 'https://tasks.example.com/api/v1/tasks', headers: { 'X-Own': '1' } };
		expect(authorize(request, 'https://tasks.example.com', ' token ')).toEqual({
			url: 'https://tasks.example.com/api/v1/tasks',
			headers: { 'X-Own': '1', Authorization: 'Bearer token' },
		});
	});

	it('leaves the request it was given as it was', () => {
		const request = { url: '/api/v1/boards', headers: {} };
		authorize(request, 'https://tasks.example.com', 'token');
		expect(request).toEqual({ url: '/api/v1/boards', headers: {} });
	});

	it('puts a base URL right as n8n hands it over in a credential test', () => {
		const request = { baseURL: 'tasks.example.com/api/v1/', url: '/api/v1/boards' };
		const { baseURL } = authorize(request, 'tasks.example.com/api/v1/', 'token');
		expect(baseURL).toBe('https://tasks.example.com');
	});
});
