import type { Goal } from '../section';
import { rounded } from '../statistics';
import type { Growing } from './row';

const FLAT_WITHIN = 0.05;
const OF_HTTP_REQUEST = 1.2;

export function goals(rows: Growing[]): Goal[] {
	const own = rows.filter(({ client }) => client === 'This node');
	const serviceTimes = [...new Set(own.map(({ serviceMs }) => serviceMs))];
	const kinds = serviceTimes.map((ms) => own.filter(({ serviceMs }) => serviceMs === ms));
	return [...kinds.map(flat), memory(rows)];
}

/** The most items beside the fewest. */
function flat(rows: Growing[]): Goal {
	const [fewest, most] = [rows[0], rows.at(-1)];
	const ratio = rounded((most?.msPerItem ?? NaN) / (fewest?.msPerItem ?? NaN), 3);
	return {
		goal: `At ${most?.serviceMs} ms, an item costs the same among ${most?.items} as among ${fewest?.items} (±${FLAT_WITHIN * 100} %)`,
		measured: `${ratio}×`,
		met: rounded(Math.abs(ratio - 1), 3) <= FLAT_WITHIN,
	};
}

function memory(rows: Growing[]): Goal {
	const items = Math.max(...rows.map((row) => row.items));
	const peak = (name: Growing['client']) =>
		rows.find((row) => row.client === name && row.items === items && row.serviceMs === 0)
			?.peakMemoryMb ?? NaN;
	const ratio = rounded(peak('This node') / peak('HTTP Request'), 2);
	return {
		goal: `Memory for ${items} items within ${OF_HTTP_REQUEST}× of HTTP Request`,
		measured: `${ratio}×`,
		met: ratio <= OF_HTTP_REQUEST,
	};
}
