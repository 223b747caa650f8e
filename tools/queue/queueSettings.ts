import { MAIN, type Command } from '../n8n/n8n';
import type { Postgres } from './postgres';
import type { Redis } from './redis';

export interface Shared {
	postgres: Pick<Postgres, 'host' | 'port' | 'database' | 'user' | 'password'>;
	redis: Pick<Redis, 'host' | 'port' | 'password'>;
	encryptionKey: string;
	/** Where deliveries reach the webhook processors, with a slash at the end. */
	webhookUrl: string;
}

/**
 * What turns n8n processes into one n8n in queue mode: the same in all of them. A test compares it,
 * and the roles below, with deploy/compose.yaml.
 */
export function sharedSettings({ postgres, redis, encryptionKey, webhookUrl }: Shared) {
	return {
		EXECUTIONS_MODE: 'queue',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: postgres.host,
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: postgres.database,
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_PASSWORD: postgres.password,
		QUEUE_BULL_REDIS_HOST: redis.host,
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_BULL_REDIS_PASSWORD: redis.password,
		N8N_ENCRYPTION_KEY: encryptionKey,
		N8N_WEBHOOK_URL: webhookUrl,
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	};
}

/** Where a process is. */
export interface Place {
	port: number;
	/** A folder that is empty whenever the process starts. */
	scratch: string;
}

/** One kind of process. */
export interface Role extends Command {
	/** How many of them there are. */
	count: number;
	/** On top of the shared settings. */
	settings(place: Place): Record<string, string>;
}

/** How many executions a worker runs at most. */
export const CONCURRENCY = 10;

/** 25 days, the longest timer of Node.js. Bull accepts 0 as never, but logs an error at each start. */
const STALLED_INTERVAL_MS = 2 ** 31 - 1;

/** By default, an event costs mostly an isolate, even if there is nothing to evaluate. */
const LAZY = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

export const ROLES = {
	/** The editor, the API and registrations; the processors receive deliveries. */
	main: {
		...MAIN,
		count: 1,
		settings: () => ({ N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true' }),
	},
	webhook: {
		words: ['webhook'],
		lastWords: 'Webhook listener waiting for requests',
		count: 2,
		settings: () => LAZY,
	},
	worker: {
		words: ['worker', `--concurrency=${CONCURRENCY}`],
		lastWords: 'n8n worker is now ready',
		count: 2,
		settings: ({ port, scratch }) => ({
			...LAZY,
			// n8n would give up what a dead worker was running, and overwrite the event.
			QUEUE_WORKER_STALLED_INTERVAL: String(STALLED_INTERVAL_MS),
			// A worker that finds it at its start marks what it was running as crashed.
			N8N_EVENTBUS_LOGWRITER_LOGFULLPATH: `${scratch}/n8nEventLog.log`,
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
		}),
	},
} satisfies Record<string, Role>;
