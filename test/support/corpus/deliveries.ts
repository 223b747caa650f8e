import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/* What real services deliver, and what is right: see test/corpus/README.md. */

export interface DeliveryRow {
	service: string;
	event: string | null;
	id: string | null;
	title: string | null;
	board: string | null;
	/** How many events the delivery has; 1 if the row does not say it. */
	events: number;
	headers: Record<string, string>;
	/** A form is parsed as n8n does. */
	body: unknown;
}

type Row = Omit<DeliveryRow, 'events'> & { events?: number; inOwnTerms?: Partial<Row> };

const deliveries = JSON.parse(
	readFileSync(join(__dirname, '../../corpus/deliveries.json'), 'utf8'),
) as Row[];

/** As the services send the deliveries, or with the words of the API document. */
export const rows = {
	'as sent': deliveries.map(rowOf),
	'in own terms': deliveries.flatMap((row) =>
		row.inOwnTerms === undefined ? [] : [rowOf({ ...row, ...row.inOwnTerms })],
	),
};

function rowOf({ body, events = 1, ...row }: Row): DeliveryRow {
	const parsed =
		typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body).entries()) : body;
	return { ...row, events, body: parsed };
}
