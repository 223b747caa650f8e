import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const DESCRIPTIONS = ['description', 'properties', 'authenticate', 'test'];

/** What n8n shows in its panels is data, which the linter and the pictures of the e2e tests check. */
const isDescription = ({ node }) =>
	node.type === 'ClassProperty' &&
	DESCRIPTIONS.includes(node.key.name) &&
	['ObjectExpression', 'ArrayExpression'].includes(node.value?.type);

export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'descriptions', {
		shouldIgnore: (path) => (isDescription(path) ? 'A description for n8n.' : undefined),
	}),
];
