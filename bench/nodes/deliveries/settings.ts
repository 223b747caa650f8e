/** An n8n whose own settings change what a delivery costs it, and how much is sent to it. */
export interface Host {
	/** As the tables show it. */
	settings: string;
	env: NodeJS.ProcessEnv;
	/** Deliveries in one load; fewer where each takes longer. */
	load: number;
	/** The same where most of them start nothing. */
	filtered: number;
	/** Deliveries at a pace that n8n keeps up with: latencies show an answer then, and no queue. */
	calm: { count: number; perSecond: number } | null;
}

export const BY_DEFAULT: Host = {
	settings: 'default',
	env: {},
	load: 30,
	filtered: 30,
	calm: { count: 34, perSecond: 10 },
};

/** n8n makes an expression isolate when there is something to evaluate, not for every event. */
export const LAZY: Host = {
	settings: 'lazy isolates',
	env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	load: 60,
	filtered: 120,
	calm: { count: 50, perSecond: 25 },
};

export const LEGACY: Host = {
	...LAZY,
	settings: 'legacy engine',
	env: { N8N_EXPRESSION_ENGINE: 'legacy' },
};

/** By default one isolate is ready. */
export const POOL: Host = {
	...BY_DEFAULT,
	settings: 'pool of 4',
	env: { N8N_EXPRESSION_ENGINE_POOL_SIZE: '4' },
	calm: null,
};
