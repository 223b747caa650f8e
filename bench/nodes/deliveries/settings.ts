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
	// Said, because queue mode here has it otherwise.
	env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'false' },
	load: 60,
	filtered: 60,
	calm: { count: 60, perSecond: 12 },
};

/** n8n makes an expression isolate when there is something to evaluate, not for every event. */
export const LAZY: Host = {
	settings: 'lazy isolates',
	env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
	load: 150,
	filtered: 300,
	calm: { count: 150, perSecond: 40 },
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
	env: { ...BY_DEFAULT.env, N8N_EXPRESSION_ENGINE_POOL_SIZE: '4' },
	calm: null,
};
