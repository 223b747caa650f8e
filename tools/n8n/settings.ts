import path from 'node:path';
import { cacheFolder } from '../install/paths.cjs';

const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_EXTRA_CA_CERTS'];

const OFF = [
	'N8N_DIAGNOSTICS_ENABLED',
	'N8N_VERSION_NOTIFICATIONS_ENABLED',
	'N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED',
	'N8N_TEMPLATES_ENABLED',
	'N8N_DYNAMIC_BANNERS_ENABLED',
	'N8N_HIRING_BANNER_ENABLED',
	'N8N_PERSONALIZATION_ENABLED',
	'N8N_VERIFIED_PACKAGES_ENABLED',
	'N8N_LICENSE_AUTO_RENEW_ENABLED',
	'N8N_AI_ENABLED',
	'N8N_SECURE_COOKIE',
];

/**
 * The environment of an n8n that listens on loopback and makes no outgoing calls. Does not inherit
 * N8N_ and DB_ variables.
 */
export function settings(home: string, port: number, brokerPort: number): NodeJS.ProcessEnv {
	return {
		...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
		...Object.fromEntries(OFF.map((name) => [name, 'false'])),
		N8N_USER_FOLDER: home,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: 'localhost',
		N8N_PROTOCOL: 'http',
		N8N_PORT: String(port),
		// n8n disables the fallback from ::1 to 127.0.0.1, so "localhost" may not work.
		N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		// The name in n8n 2.0 and older.
		WEBHOOK_URL: `http://127.0.0.1:${port}/`,
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// The first makes an outgoing call at the start. The second fails executions that n8n resumes
		// before it has started: "OTel settings not yet initialized" (2.41.1).
		N8N_DISABLED_MODULES: 'mcp-registry,otel',
		NODES_EXCLUDE: '[]',
		GENERIC_TIMEZONE: 'UTC',
		// Of Node.js: a start takes a third less CPU.
		NODE_COMPILE_CACHE: path.join(cacheFolder(), 'compiled'),
	};
}
