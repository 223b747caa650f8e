import { readTaken } from '../../../../bench/nodes/deliveries/isolates';

describe('the count of isolates in n8n’s metrics', () => {
	it('is read whatever stands around it', () => {
		const metrics = [
			'# TYPE n8n_expression_pool_acquired_total counter',
			'n8n_expression_pool_acquired_total 42',
			'n8n_expression_pool_replenish_failed_total 7',
		];
		expect(readTaken(metrics.join('\n'))).toBe(42);
	});

	it('is 0 where n8n does not tell', () => {
		expect(readTaken('n8n_active_workflow_count 1\n')).toBe(0);
	});
});
