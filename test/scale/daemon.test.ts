import { startServer } from '../../tools/http/server';
import { makeFolder, startDaemon } from '../../tools/queue/daemon';

it('a server that does not start because its port is in use says so', async () => {
	const other = await startServer();
	const port = Number(new URL(other.url).port);
	const command = ['false'];
	const folder = makeFolder('daemon');
	const isReady = () => Promise.resolve(false);
	const started = startDaemon({ name: 'Redis', command, folder, port, isReady, signal: 'SIGKILL' });
	await expect(started).rejects.toThrow(
		`Redis did not start: port ${port} is in use by another program`,
	);
	await other.close();
});
