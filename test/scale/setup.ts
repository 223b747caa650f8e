import { postgresPrograms, redisClient, redisServer } from '../../host/debian';

/** Names what to install once, before any test. */
export default function findPrograms(): void {
	postgresPrograms();
	redisServer();
	redisClient();
}
