import {
	isAllowedWebhookUrl,
	findPublicUrlFormProblem,
} from '../../../nodes/WorkspaceTaskService/service/webhookUrl';

describe('a URL that n8n made of its public URL', () => {
	const PATH = '5d2a3c1e-0000-4000-8000-000000000001/webhook';

	it.each([
		[`https://n8n.example.com/?a=b/webhook/${PATH}`, 'does not end with the path'],
		['https://n8n.example.com/webhook/', 'does not end with the path'],
		[`/webhook/${PATH}`, 'is not a URL'],
		[`https://s3cret@n8n.example.com/webhook/${PATH}`, 'it contains a user name or password'],
		[`https://me:s3@cret@n8n.example.com/webhook/${PATH}`, 'it contains a user name or password'],
		[`https://me:s3cret@\${HOST}/webhook/${PATH}`, 'is not a URL'],
		[`https://n8n.example.com/?key=s3cret/webhook/${PATH}`, 'does not end with the path'],
	])('%s %s', (url, problem) => {
		const found = findPublicUrlFormProblem(url, PATH);
		expect(found).toContain(problem);
		expect(found).not.toMatch(/s3|cret/);
	});

	it.each([
		`https://n8n.example.com/n8n/webhook/${PATH}?a=b`,
		`http://localhost:5678/webhook/${PATH}`,
		`https://n8n.example.com/a@b/webhook/${PATH}`,
		`HTTPS://N8N.EXAMPLE.COM/hooks/${PATH}`,
	])('can be called: %s', (url) => expect(findPublicUrlFormProblem(url, PATH)).toBeUndefined());

	it('may have the name of its node in its path', () => {
		const url = 'https://n8n.example.com/webhook/7/neue%20aufgabe/webhook';
		expect(findPublicUrlFormProblem(url, '7/neue%20aufgabe/webhook')).toBeUndefined();
		expect(findPublicUrlFormProblem(url, '7/neue aufgabe/webhook')).toBeUndefined();
	});
});

describe('a URL', () => {
	const PUBLIC = ['https://tasks.example.com', 'https://203.0.113.7', 'https://[2001:db8::1]'];
	const PRIVATE = [
		...['http://localhost:3000', 'https://127.0.0.1', 'https://[::1]', 'https://0.0.0.0'],
		...['https://10.0.0.1', 'https://172.16.0.1', 'https://172.31.0.1', 'https://192.168.1.5'],
		...['https://169.254.1.1', 'https://100.64.0.1', 'https://100.127.0.1'],
		...['https://[fd00::1]', 'https://[fe80::1]', 'https://[::ffff:10.0.0.1]'],
		...['https://n8n', 'https://n8n.local', 'https://host.docker.internal.', 'https://a.home.arpa'],
		...['https://0x7f.1', 'https://app.localhost'],
	];
	const REACHABLE = [
		...['https://11.0.0.1', 'https://172.32.0.1', 'https://100.128.0.1', 'https://10.example.com'],
		...['https://[fc::1]', 'https://localhost.example.com', 'HTTPS://N8N.EXAMPLE.COM'],
	];

	it.each(PRIVATE)('of a private network cannot be called by a public service: %s', (url) => {
		for (const baseUrl of PUBLIC) expect(isAllowedWebhookUrl(`${url}/hook`, baseUrl)).toBe(false);
	});

	it.each(PRIVATE.filter((url) => url.startsWith('https')))(
		'can be called by a service of a private network: %s',
		(url) => {
			for (const baseUrl of PRIVATE) expect(isAllowedWebhookUrl(`${url}/hook`, baseUrl)).toBe(true);
		},
	);

	it.each(REACHABLE)('can be called by any service: %s', (url) => {
		const bases = [...PUBLIC, ...PRIVATE];
		for (const baseUrl of bases) expect(isAllowedWebhookUrl(`${url}/hook`, baseUrl)).toBe(true);
	});

	it.each([
		['http://n8n.example.com', 'http://127.0.0.1:3000', false],
		['http://192.168.1.5', 'http://192.168.1.6', false],
		['http://localhost:5678', 'http://127.0.0.1:3000', true],
		['http://localhost:5678', 'http://192.168.1.6', false],
	])('of plain http serves this machine only: %s for %s', (url, baseUrl, isCallable) => {
		expect(isAllowedWebhookUrl(url, baseUrl)).toBe(isCallable);
	});
});
