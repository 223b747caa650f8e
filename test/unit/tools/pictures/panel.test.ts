import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import { entriesOf, panelTexts } from '../../../../tools/pictures/panel';

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: `Label of ${name}`,
	name,
	type: 'string',
	default: '',
	...more,
});

const options = [
	{ name: 'First', value: 'first', action: 'Do the first' },
	{ name: 'Second', value: 'second', action: 'Do the second' },
];
const node = {
	displayName: 'A node',
	version: 1,
	properties: [
		field('operation', { type: 'options', default: 'first', options }),
		field('title', {
			placeholder: 'Placeholder',
			hint: 'Hint',
			description: 'Tooltip',
			displayOptions: { show: { operation: ['second'] } },
		}),
	],
} as unknown as INodeTypeDescription;

describe('the texts of a picture', () => {
	it('of a panel are what is shown with these values, without tooltips', () => {
		const [operation, ...others] = panelTexts(node, { operation: 'second' });

		expect(operation).toEqual([
			'Label of operation',
			undefined,
			undefined,
			['Second', 'Do the second'],
		]);
		expect(others).toEqual([['Label of title', 'Placeholder', 'Hint', undefined]]);
		expect(panelTexts(node, {})).toHaveLength(1);
	});

	it('of the list of nodes are the operations', () => {
		expect(entriesOf(node)).toEqual(['A node', ['Do the first', 'Do the second']]);
	});
});
