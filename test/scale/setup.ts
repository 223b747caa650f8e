import { postgresPrograms, redisClient, redisServer } from '../../tools/queue/debian';

/** Names what to install once, before any test. */
export default function findPrograms(): void {
	postgresPrograms();
	redisServer();
	redisClient();
}
