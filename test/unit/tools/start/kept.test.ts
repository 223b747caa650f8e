import { startServer } from '../../../../tools/http/server';
import { hostOptions } from '../../../../tools/start/kept';

it.each(['n8n', 'sandbox'] as const)('refuses a port of %s that is in use', async (program) => {
	const other = await startServer();
	const port = Number(new URL(other.url).port);
	const options = hostOptions({ [program]: port });
	await expect(options).rejects.toThrow(`Port ${port} is in use by another program`);
	await other.close();
});
