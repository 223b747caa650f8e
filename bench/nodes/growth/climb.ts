import { step } from '../../../host/progress.cjs';
import { layOut, runLap } from '../execution';
import { openHouse, type House, type Service } from '../house';
import { httpWithCredential, thisNode, type NodePeer } from '../peers';
import { forgetPeak, memoryNowMb } from '../proc';
import type { Plan } from '../section';
import { median, rounded } from '../statistics';
import type { Growing } from './row';

interface Stair {
	items: number;
	runs: number;
}

/** Few items take so little that many runs are needed to tell what. */
const STAIRS: Stair[] = [
	{ items: 100, runs: 15 },
	{ items: 1_000, runs: 5 },
	{ items: 10_000, runs: 1 },
];
const QUICK_STAIRS: Stair[] = [
	{ items: 100, runs: 3 },
	{ items: 500, runs: 1 },
];
const WARM_UP: Stair = { items: 1_000, runs: 2 };

/** With 50 ms of service time 10,000 items would take the default settings minutes. */
const SERVICE_TIMES_MS = [0, 50];
const PEERS = [[thisNode(), httpWithCredential], [thisNode(50)]];

/** Each node in a fresh n8n, from few items to many. */
export async function climb({ quick }: Plan): Promise<Growing[]> {
	const house = await openHouse(SERVICE_TIMES_MS);
	try {
		const rows: Growing[] = [];
		for (const [index, service] of house.services.entries()) {
			for (const peer of PEERS[index] ?? []) {
				const title = `${peer.client}, ${service.delayMs} ms of service time, growing`;
				const stairs = quick ? QUICK_STAIRS : STAIRS;
				rows.push(...(await step(title, async () => await take(house, peer, service, stairs))));
			}
		}
		return rows;
	} finally {
		await house.close();
	}
}

async function take(
	house: House,
	peer: NodePeer,
	service: Service,
	stairs: Stair[],
): Promise<Growing[]> {
	await house.stage.restart();
	await measure(house, peer, service, WARM_UP);
	const rows: Growing[] = [];
	for (const stair of stairs) rows.push(await measure(house, peer, service, stair));
	return rows;
}

async function measure(
	{ stage }: House,
	peer: NodePeer,
	service: Service,
	{ items, runs }: Stair,
): Promise<Growing> {
	const course = await layOut(stage, peer, service, items);
	const { pid } = stage.n8n;
	forgetPeak(pid);
	const memoryBeforeMb = Math.round(memoryNowMb(pid));
	const laps = [];
	for (let run = 0; run < runs; run++) laps.push(await runLap(stage, course));
	return {
		...{ client: peer.client, settings: peer.settings, serviceMs: service.delayMs, items, runs },
		msPerItem: rounded(median(laps.map((lap) => lap.nodeMs)) / items, 3),
		cpuMsPerItem: rounded(median(laps.map((lap) => lap.cpuMs)) / items, 2),
		memoryBeforeMb,
		peakMemoryMb: Math.round(Math.max(...laps.map((lap) => lap.peakMemoryMb))),
	};
}
