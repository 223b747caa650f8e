import { publicUrlProblem } from '../../../nodes/WorkspaceTaskService/api/webhookUrl';

describe('a URL that n8n made of its public URL', () => {
	const PATH = '5d2a3c1e-0000-4000-8000-000000000001/webhook';

	it.each([
		[`https://n8n.example.com/?a=b/webhook/${PATH}`, 'does not end with the path'],
		[`https://n8n.example.com/n8n?/webhook/${PATH}`, 'does not end with the path'],
		[`https://n8n.example.com/#/webhook/${PATH}`, 'does not end with the path'],
		[`https://n8n.example.com/webhook/${PATH}?a=b`, undefined],
		['https://n8n.example.com/webhook/', 'does not end with the path'],
		['https://n8n.example.com/webhook/webhook', 'does not end with the path'],
		[`https://\${HOST}/webhook/${PATH}`, 'is not a URL'],
		[`\${WEBHOOK_URL}/webhook/${PATH}`, 'is not a URL'],
		[`https://n8n.example.com/\${BASE}/webhook/${PATH}`, 'is not a URL'],
		[`/webhook/${PATH}`, 'is not a URL'],
		[`n8n.example.com/webhook/${PATH}`, 'is not a URL'],
		['', 'is not a URL'],
		[`https://me:s3cret@n8n.example.com/webhook/${PATH}`, 'it contains a user name or password'],
		[`https://s3cret@n8n.example.com/webhook/${PATH}`, 'it contains a user name or password'],
		[`https://:s3cret@n8n.example.com/webhook/${PATH}`, 'it contains a user name or password'],
		[`https://me:s3@cret@n8n.example.com/webhook/${PATH}`, 'it contains a user name or password'],
		[`https://me:s3cret@\${HOST}/webhook/${PATH}`, 'is not a URL'],
		[`https://me:a/s3cret@n8n.example.com/webhook/${PATH}`, 'is not a URL'],
		[`https://n8n.example.com/?key=s3cret/webhook/${PATH}`, 'does not end with the path'],
	])('%s %s', (url, problem) => {
		const found = publicUrlProblem(url, PATH);
		if (problem === undefined) expect(found).toBeUndefined();
		else expect(found).toContain(problem);
		expect(found ?? '').not.toMatch(/s3|cret/);
	});

	it.each([
		`https://n8n.example.com/webhook/${PATH}`,
		`https://n8n.example.com/webhook-test/${PATH}`,
		`https://n8n.example.com/n8n/webhook/${PATH}`,
		`http://localhost:5678/webhook/${PATH}`,
		`https://n8n.example.com//webhook/${PATH}`,
		`https://n8n.example.com/a@b/webhook/${PATH}`,
		`https://[::1]:8443/webhook/${PATH}`,
		`HTTPS://N8N.EXAMPLE.COM/hooks/${PATH}`,
	])('can be called: %s', (url) => expect(publicUrlProblem(url, PATH)).toBeUndefined());

	it('may have the name of its node in its path', () => {
		const url = 'https://n8n.example.com/webhook/7/neue%20aufgabe/webhook';
		expect(publicUrlProblem(url, '7/neue%20aufgabe/webhook')).toBeUndefined();
		expect(publicUrlProblem(url, '7/neue aufgabe/webhook')).toBeUndefined();
	});
});
