import type { Parcel } from '../deliveries/parcel';
import type { Hit } from './faults';
import type { DeliveryFault } from './schema';

const JSON_TYPE = 'application/json';

/** What a receiver may meet instead of `body`, each with the content type it would come in. */
const ODDITIES: Array<(body: string) => { contentType: string; body: string }> = [
	() => ({ contentType: JSON_TYPE, body: '' }),
	() => ({ contentType: JSON_TYPE, body: 'null' }),
	(body) => ({ contentType: JSON_TYPE, body: `[${body}]` }),
	(body) => ({ contentType: JSON_TYPE, body: `{"events":[${body}]}` }),
	() => ({ contentType: 'text/plain', body: 'Something changed on one of your boards' }),
	(body) => ({
		contentType: 'application/x-www-form-urlencoded',
		body: new URLSearchParams({ payload: body }).toString(),
	}),
];

/** Pure: what is sent under this fault. Faults of order and number leave it as it is. */
export function tamper(parcel: Parcel, hit: Hit<DeliveryFault> | null): Parcel {
	if (hit?.fault.kind === 'odd-content-type') {
		return withContent(parcel, { contentType: hit.fault.contentType, body: parcel.body });
	}
	if (hit?.fault.kind !== 'odd-body') return parcel;
	const { body, contentType } = hit.fault;
	const content =
		body === undefined ? oddity(parcel.body, hit.lot) : { contentType: JSON_TYPE, body };
	return withContent(parcel, { ...content, ...(contentType && { contentType }) });
}

function oddity(body: string, lot: number) {
	const disguise = ODDITIES[Math.floor(lot * ODDITIES.length)];
	return disguise ? disguise(body) : { contentType: JSON_TYPE, body };
}

function withContent(
	{ headers }: Parcel,
	{ contentType, body }: { contentType: string; body: string },
): Parcel {
	return { headers: { ...headers, 'content-type': contentType }, body };
}
