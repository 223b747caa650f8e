import type { Chart } from '../chart';
import type { DeliveryRow } from './throughput';

/** What a delivery costs n8n, by trigger and by n8n's own settings. */
export function throughputCharts(rows: DeliveryRow[]): Chart[] {
	const bars = rows.map(({ trigger, settings, kind, finishedPerSecond }) => ({
		label: `${trigger}, ${settings}`,
		value: finishedPerSecond,
		own: kind === 'own',
	}));
	const title = 'Deliveries that one n8n process takes and runs, by its settings';
	return [
		{
			kind: 'bars',
			name: 'deliveries',
			title,
			unit: 'executions finished per second; more is better',
			bars,
		},
	];
}
