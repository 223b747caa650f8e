import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { WorkspaceTaskServiceApi } from '../../../credentials/WorkspaceTaskServiceApi.credentials';
import { WorkspaceTaskServiceLoginApi } from '../../../credentials/WorkspaceTaskServiceLoginApi.credentials';
import { WorkspaceTaskService } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskService.node';
import { WorkspaceTaskServiceTrigger } from '../../../nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const isField = (entry: Entry): entry is INodeProperties => 'type' in entry;

/** A field and all fields inside it. */
function fieldsIn(entry: Entry): INodeProperties[] {
	const inner: Entry[] =
		'values' in entry ? entry.values : isField(entry) ? (entry.options ?? []) : [];
	return [...(isField(entry) ? [entry] : []), ...inner.flatMap(fieldsIn)];
}

const panels = [
	new WorkspaceTaskService().description,
	new WorkspaceTaskServiceTrigger().description,
	new WorkspaceTaskServiceApi(),
	new WorkspaceTaskServiceLoginApi(),
];
const fields = panels.flatMap(({ properties }) => properties.flatMap(fieldsIn));

describe('the node panels and credentials', () => {
	it('show one example per placeholder, which n8n does not read as an expression', () => {
		const examples = fields
			.flatMap(({ placeholder, modes = [] }) => [
				placeholder,
				...modes.map((one) => one.placeholder),
			])
			.filter((text) => text?.startsWith('e.g. '));
		expect(examples.length).toBeGreaterThan(8);
		expect(examples.filter((text) => /\{\{|\}\}|e\.g\. =|, |;/.test(text ?? ''))).toEqual([]);
	});

	it('sort options by name, with Custom Fields last', () => {
		for (const { options = [] } of fields) {
			const names = options.map((one) => ('displayName' in one ? one.displayName : one.name));
			const others = names.filter((name) => !name.startsWith('Custom Fields'));
			const sorted = [...others].sort((one, other) => one.localeCompare(other));
			expect(names.slice(0, others.length)).toEqual(sorted);
		}
	});

	it('leave the validation of a locator to the request, since n8n allows only 250 ms for its own', () => {
		const modes = fields.flatMap((field) => field.modes ?? []);
		expect(modes.length).toBeGreaterThan(5);
		expect(modes.filter(({ validation }) => validation !== undefined)).toEqual([]);
	});
});
