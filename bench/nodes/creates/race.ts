import { step } from '../../../host/progress.cjs';
import { ride } from '../../load';
import { layOut, runLap, type Lap } from '../execution';
import { openHouse, type House, type Service } from '../house';
import * as peers from '../peers';
import { turned } from '../rounds';
import type { Plan } from '../section';
import { median, rounded } from '../statistics';
import type { Timing } from './row';

const SERVICE_TIMES_MS = [0, 50];
const CONCURRENCIES = [1, 10, 20, 50];
const DEFAULT_CONCURRENCY = 5;
const WARM_UP_ITEMS = 200;
/** The longer a run, the less it needs to be repeated. */
const LONG_RUN_MS = 4_000;
const LONGEST_RUN_MS = 30_000;
const RUNS = 3;

type Time = Pick<Lap, 'nodeMs' | 'cpuMs'>;

interface Entry {
	peer: peers.Peer;
	service: Service;
	runs: number;
	items: number;
	laps: Time[];
	lap(): Promise<Time>;
}

/** Each client creates the items; the runs of all are interleaved, each round from another on. */
export async function race({ quick }: Plan): Promise<Timing[]> {
	const items = quick ? 100 : 1_000;
	const house = await openHouse(SERVICE_TIMES_MS);
	try {
		await step('Warming up', async () => await warmUp(house));
		const entries = await step('Publishing', async () => await enter(house, items));
		for (let run = 0; run < (quick ? 1 : RUNS); run++) {
			await step(`Creating, run ${run + 1}`, async () => {
				const turn = turned(entries, run / RUNS);
				for (const entry of turn.filter(({ runs }) => run < runs)) {
					entry.laps.push(await entry.lap());
				}
			});
		}
		return entries.map(timing);
	} finally {
		await house.close();
	}
}

const nodes = (): peers.NodePeer[] => [
	peers.thisNode(),
	...CONCURRENCIES.map(peers.thisNode),
	peers.httpWithCredential,
	peers.httpBatched,
	peers.httpWithoutCredential,
	peers.wekan,
];

async function warmUp({ stage, services: [service] }: House): Promise<void> {
	if (service === undefined) return;
	for (const peer of nodes())
		await runLap(stage, await layOut(stage, peer, service, WARM_UP_ITEMS));
	await ride(service.server, { requests: WARM_UP_ITEMS, concurrency: DEFAULT_CONCURRENCY });
}

async function enter({ stage, services }: House, items: number): Promise<Entry[]> {
	const entries: Entry[] = [];
	for (const service of services) {
		for (const peer of nodes()) {
			const course = await layOut(stage, peer, service, items);
			const lap = async () => await runLap(stage, course);
			const runs = runsOf(peer, service, items);
			entries.push({ peer, service, runs, items, laps: [], lap });
		}
		for (const concurrency of [DEFAULT_CONCURRENCY, ...CONCURRENCIES]) {
			const peer = { client: 'undici', settings: 'alone', atOnce: concurrency } as const;
			const runs = runsOf(peer, service, items);
			// Nothing changes in a minute of requests that wait for the service one by one.
			const requests = runs > 1 ? items : items / 10;
			const lap = async () => await rideAlone(service, requests, concurrency);
			entries.push({ peer, service, runs, items: requests, laps: [], lap });
		}
	}
	return entries;
}

function runsOf({ atOnce }: peers.Peer, { delayMs }: Service, items: number): number {
	const leastMs = (items * delayMs) / (atOnce ?? items);
	if (leastMs > LONGEST_RUN_MS) return 1;
	return leastMs > LONG_RUN_MS ? RUNS - 1 : RUNS;
}

async function rideAlone(
	{ server }: Service,
	requests: number,
	concurrency: number,
): Promise<Time> {
	const { elapsedMs, clientCpuMs } = await ride(server, { requests, concurrency });
	return { nodeMs: elapsedMs, cpuMs: clientCpuMs };
}

function timing({ peer, service, items, laps }: Entry): Timing {
	return {
		...{ client: peer.client, settings: peer.settings, atOnce: peer.atOnce },
		...{ serviceMs: service.delayMs, items, runs: laps.length },
		wallMs: Math.round(median(laps.map(({ nodeMs }) => nodeMs))),
		cpuMsPerItem: rounded(median(laps.map(({ cpuMs }) => cpuMs)) / items, 2),
	};
}
