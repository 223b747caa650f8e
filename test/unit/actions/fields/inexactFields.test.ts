import type { INodeProperties } from 'n8n-workflow';

import { inexactFields } from '../../../../nodes/WorkspaceTaskService/actions/fields/inexactFields';
import { registry } from '../../../../nodes/WorkspaceTaskService/actions/registry';

/** The paths of the fields that hold an ID, by their names. */
function idFieldsIn(properties: INodeProperties[]): string[][] {
	return properties.flatMap(({ name, options = [] }) => {
		const inner = options.flatMap((option) => ('displayName' in option ? [option.name] : []));
		const paths = [[name], ...inner.map((innerName) => [name, innerName])];
		return paths.filter((path) => path.at(-1)?.endsWith('Id'));
	});
}

const entering = (path: string[], value: unknown): object =>
	path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;

describe('a text that was made of a rounded number', () => {
	const rounded = 2 ** 53 + 2;
	const operations = Object.values(registry).flatMap((byName) => Object.values(byName));
	const cases = operations.flatMap(({ option, properties }) =>
		idFieldsIn(properties).map((path) => ({
			at: `${option.action}: ${path.join('.')}`,
			properties,
			path,
		})),
	);

	it('may be in an ID of several operations', () => {
		expect(cases.length).toBeGreaterThan(3);
	});

	it.each(cases)('is refused in the ID of $at', ({ properties, path }) => {
		const entered = entering(path, `no. ${rounded}`) as Record<string, unknown>;
		expect(inexactFields(properties, entered, { order: rounded })).toHaveLength(1);
	});
});
