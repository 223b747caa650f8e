import { MAIN, type Command } from '../n8n/process';
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
 * The settings that all processes of one n8n in queue mode share. A test compares them and the roles
 * below with deploy/compose.yaml.
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

interface ProcessLocation {
	port: number;
	/** A folder that is emptied before each start. */
	scratch: string;
}

export interface Role extends Command {
	count: number;
	/** In addition to the shared ones. */
	settings(location: ProcessLocation): Record<string, string>;
}

/** Executions per worker. */
export const CONCURRENCY = 10;

/** 25 days, the longest timer of Node.js. With 0 (never), Bull logs an error at each start. */
const STALLED_INTERVAL_MS = 2 ** 31 - 1;

/** By default, n8n prepares an isolate for every event, even without an expression. */
const LAZY = { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' };

export const ROLES = {
	/** The editor, the API and registrations; the processors receive deliveries. */
	main: {
		...MAIN,
		count: 1,
		settings: () => ({ N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true' }),
	},
	webhook: {
		args: ['webhook'],
		readyLine: 'Webhook listener waiting for requests',
		count: 2,
		settings: () => LAZY,
	},
	worker: {
		args: ['worker', `--concurrency=${CONCURRENCY}`],
		readyLine: 'n8n worker is now ready',
		count: 2,
		settings: ({ port, scratch }) => ({
			...LAZY,
			// Otherwise n8n gives up the executions of a killed worker and overwrites the event.
			QUEUE_WORKER_STALLED_INTERVAL: String(STALLED_INTERVAL_MS),
			// A worker that finds this file at its start marks its executions as crashed.
			N8N_EVENTBUS_LOGWRITER_LOGFULLPATH: `${scratch}/n8nEventLog.log`,
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(port),
		}),
	},
} satisfies Record<string, Role>;
