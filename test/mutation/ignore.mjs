import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const DESCRIPTIONS = ['description', 'properties', 'authenticate', 'test'];

/** What n8n shows in its panels is data, which the linter and the pictures of the e2e tests check. */
const isDescription = ({ node }) =>
	node.type === 'ClassProperty' &&
	DESCRIPTIONS.includes(node.key.name) &&
	['ObjectExpression', 'ArrayExpression'].includes(node.value?.type);

/** `MUTATION_SAMPLE=3` mutates every third declaration and method, in a third of the time. */
const every = Number(process.env.MUTATION_SAMPLE ?? 1);
let declarations = 0;

const isLeftOut = ({ node, parent }) => {
	const isMember = parent?.type === 'ClassBody';
	const isDeclaration = parent?.type === 'Program' && !/Class|Import/.test(typeOf(node));
	return (isMember || isDeclaration) && declarations++ % every !== 0;
};

const typeOf = ({ type, declaration }) => `${type} ${declaration?.type ?? ''}`;

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'descriptions', {
		shouldIgnore: (path) => (isDescription(path) ? 'A description for n8n.' : undefined),
	}),
	declareValuePlugin(PluginKind.Ignore, 'sample', {
		shouldIgnore: (path) => (isLeftOut(path) ? 'Not in the sample.' : undefined),
	}),
];
