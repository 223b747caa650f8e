/** An n8n whose own settings change what a delivery costs it. */
export interface Host {
	/** As the tables show it. */
	settings: string;
	env: NodeJS.ProcessEnv;
	/** A pace that it keeps up with, so that latencies show an answer and not a queue. */
	perSecond: number;
}

export const BY_DEFAULT: Host = { settings: 'default', env: {}, perSecond: 10 };

/** n8n makes an expression isolate when there is something to evaluate, not for every event. */
export const LAZY: Host = {
	settings: 'lazy isolates',
	env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	perSecond: 20,
};

export const LEGACY: Host = {
	settings: 'legacy engine',
	env: { N8N_EXPRESSION_ENGINE: 'legacy' },
	perSecond: 20,
};

/** By default one isolate is ready. */
export const POOL: Host = {
	settings: 'pool of 4',
	env: { N8N_EXPRESSION_ENGINE_POOL_SIZE: '4' },
	perSecond: 10,
};
