import { startServerAt, type ReceivedRequest } from '../http/server';

/** With the arrival time of each attempt, in milliseconds. */
export type Notification = ReceivedRequest & { at: number[] };
export type Listener = Awaited<ReturnType<typeof listen>>;

/** Headers that may hold the id of a delivery. */
export const ID_HEADER = /(^|-)(id|delivery)$/;

/**
 * Receives notifications on loopback. To see retries, it responds to the first one with 500 and
 * resets the connection of the second. Passes address checks.
 */
export async function listen(port: number, now: () => number = () => performance.now()) {
	const notifications: Notification[] = [];
	const checks: string[] = [];
	let finish = () => {};
	const bothRepeated = new Promise<void>((resolve) => (finish = resolve));
	const { url, close } = await startServerAt(port, (received) => {
		const query = [...new URL(received.path, 'http://localhost').searchParams];
		const [name, body] = query.find(([one]) => /challenge|validationtoken/i.test(one)) ?? [];
		if (name) return checks.push(name) && { status: 200, body };
		const known = notifications.find((one) => isSame(one, received));
		const position = known?.at.push(now()) ? 0 : notifications.push({ ...received, at: [now()] });
		if (notifications.filter(({ at }) => at.length > 1).length > 1) finish();
		return [200, 500, 'reset'][position] ?? 200;
	});
	return { url, notifications, checks, now, bothRepeated, close };
}

const isSame = (one: Notification, { headers, body }: ReceivedRequest): boolean =>
	one.body === body ||
	Object.keys(headers).some((name) => ID_HEADER.test(name) && one.headers[name] === headers[name]);
