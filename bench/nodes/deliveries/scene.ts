import { LEAN } from '../../../host/lean';
import { openQueueStage } from '../../../host/queue';
import { openStage, type Stage } from '../../../host/stage';
import type { Place } from './actor';
import { openLedger, queueLedger, type Ledger } from './ledger';
import { openRegistry } from './registry';

/** An n8n that takes deliveries, and what is needed to see how it does. */
export interface Scene extends Place {
	stage: Stage;
	ledger: Ledger;
	/** The processes that take deliveries and run workflows. */
	pids(): number[];
	close(): Promise<void>;
}

export async function openScene(): Promise<Scene> {
	const registry = await openRegistry();
	const stage = await openStage(LEAN).catch(async (error: unknown) => {
		await registry.close();
		throw error;
	});
	const ledger = openLedger(stage.home);
	const close = async () => {
		ledger.close();
		await stage.close();
		await registry.close();
	};
	const { session, n8n } = stage;
	return {
		stage,
		ledger,
		registry,
		session,
		origins: [n8n.url],
		pids: () => [stage.n8n.pid],
		close,
	};
}

/** @param settings of every n8n process */
export async function openQueueScene(settings: NodeJS.ProcessEnv): Promise<Scene> {
	const registry = await openRegistry();
	const stage = await openQueueStage({ ...LEAN, ...settings }).catch(async (error: unknown) => {
		await registry.close();
		throw error;
	});
	const { session, processors, workers, postgres } = stage;
	const pids = [...processors, ...workers].map(({ pid }) => pid);
	const close = async () => {
		await stage.close();
		await registry.close();
	};
	const origins = processors.map(({ url }) => url);
	const ledger = queueLedger(postgres);
	return { stage, ledger, registry, session, origins, pids: () => pids, close };
}
