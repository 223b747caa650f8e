import { authorize } from '../../../nodes/WorkspaceTaskService/transport/authorize';

describe('authorize', () => {
	it('adds the token and leaves the rest of the request alone', () => {
		const request = {
			url: '/api/v1/boards',
			headers: { accept: 'application/json' },
			body: { a: 1 },
		};
		expect(authorize(request, ' token\n')).toEqual({
			...request,
			headers: { accept: 'application/json', Authorization: 'Bearer token' },
		});
		expect(request.headers).toEqual({ accept: 'application/json' });
	});
});
