import { rounded } from '../statistics';
import type { Creation, Timing } from './row';

/** Sets every client beside its peers at the same service time. */
export function withRatios(timings: Timing[]): Creation[] {
	return timings.map((one) => {
		const peers = timings.filter(({ serviceMs }) => serviceMs === one.serviceMs);
		const limit = peers.find(({ client, atOnce }) => client === 'undici' && atOnce === one.atOnce);
		const http = peers.find(
			({ client, settings }) => client === 'HTTP Request' && settings === 'default',
		);
		const sequential = peers.find(({ client }) => client === 'Wekan');
		return {
			...one,
			ofUndici: one.client === 'undici' ? null : ratio(one, limit),
			fasterThanHttpRequest: one === http ? null : ratio(http, one),
			fasterThanWekan: one === sequential ? null : ratio(sequential, one),
		};
	});
}

function ratio(one: Timing | undefined, other: Timing | undefined): number | null {
	if (one === undefined || other === undefined) return null;
	return rounded(one.wallMs / one.items / (other.wallMs / other.items), 2);
}
