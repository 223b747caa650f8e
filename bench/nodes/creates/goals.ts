import type { Goal } from '../section';
import type { Creation } from './row';

/** The service time that the goals speak of. */
const AT_MS = 50;
const OF_UNDICI = 1.25;
const FASTER_THAN_HTTP_REQUEST = 2;
const FASTER_THAN_WEKAN = 5;

export function goals(rows: Creation[]): Goal[] {
	const own = rows.filter(({ client, serviceMs }) => client === 'This node' && serviceMs === AT_MS);
	return [
		...[...own].sort(byConcurrency).map(nearUndici),
		...own.filter(({ settings }) => settings === 'default').map(besideWekan),
		...[...own].sort(bySpeed).slice(0, 1).map(besideHttpRequest),
	];
}

const byConcurrency = (one: Creation, other: Creation) => (one.atOnce ?? 0) - (other.atOnce ?? 0);
const bySpeed = (one: Creation, other: Creation) =>
	one.wallMs / one.items - other.wallMs / other.items;
const times = (ratio: number | null) => (ratio === null ? 'not measured' : `${ratio}×`);
const atLeast = (ratio: number | null, limit: number) => ratio !== null && ratio >= limit;

function nearUndici({ atOnce, ofUndici }: Creation): Goal {
	return {
		goal: `At ${AT_MS} ms of service time and ${atOnce} at once, within ${OF_UNDICI}× of undici alone`,
		measured: times(ofUndici),
		met: ofUndici !== null && ofUndici <= OF_UNDICI,
	};
}

function besideWekan({ fasterThanWekan }: Creation): Goal {
	return {
		goal: `At ${AT_MS} ms, with default settings, at least ${FASTER_THAN_WEKAN}× faster than the sequential peer`,
		measured: times(fasterThanWekan),
		met: atLeast(fasterThanWekan, FASTER_THAN_WEKAN),
	};
}

function besideHttpRequest({ settings, fasterThanHttpRequest }: Creation): Goal {
	return {
		goal: `At ${AT_MS} ms, at least ${FASTER_THAN_HTTP_REQUEST}× faster than HTTP Request with this credential`,
		measured: `${times(fasterThanHttpRequest)} with ${settings}`,
		met: atLeast(fasterThanHttpRequest, FASTER_THAN_HTTP_REQUEST),
	};
}
