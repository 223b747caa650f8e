import { parse } from 'yaml';
import { z } from 'zod/v4';
import { root } from '../../tools/install/paths.cjs';
import { readAll } from '../../tools/verify/package';

/* GitHub silently ignores a form that breaks these rules. */
const validations = z.strictObject({ required: z.boolean() }).optional();
const shared = { label: z.string().min(1), description: z.string().optional() };
const text = z.strictObject({ ...shared, placeholder: z.string().optional() });
const choice = z.strictObject({ ...shared, options: z.array(z.string()).min(2) });
const id = z.string().regex(/^[\w-]+$/);
const element = z.discriminatedUnion('type', [
	z.strictObject({
		type: z.literal('markdown'),
		attributes: z.strictObject({ value: z.string().min(1) }),
	}),
	z.strictObject({ type: z.enum(['input', 'textarea']), id, attributes: text, validations }),
	z.strictObject({ type: z.literal('dropdown'), id, attributes: choice, validations }),
]);
const form = z.strictObject({
	name: z.string().min(1),
	description: z.string().min(1),
	labels: z.array(z.string()),
	body: z
		.array(element)
		.refine((body) => body.some(({ type }) => type !== 'markdown'), 'has no question')
		.refine((body) => isUnique(idsOf(body)), 'has a duplicate ID'),
});

type Body = z.infer<typeof element>[];
const idsOf = (body: Body) => body.flatMap((one) => ('id' in one ? [one.id] : []));
const isUnique = (ids: string[]) => new Set(ids).size === ids.length;

const forms = Object.entries(readAll(root, '.github/ISSUE_TEMPLATE/{bug,feature}.yml'));

describe('the issue forms', () => {
	it('exist for bugs and features', () => {
		expect(forms).toHaveLength(2);
	});

	it.each(forms)('%s follows the schema of GitHub', (_, source) => {
		expect(form.safeParse(parse(source)).error?.issues ?? []).toEqual([]);
	});
});
