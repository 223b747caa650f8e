import { actionHint, type BuilderHint } from '../../builderHints';
import { everyOperation } from './everyOperation';

const relatedNodes = [...actionHint.relatedNodes];
const extraTypeDefContent: NonNullable<BuilderHint['extraTypeDefContent']> = [];

for (const { resource, name, operation } of everyOperation) {
	const { builderHint } = operation;
	if (builderHint === undefined) continue;
	relatedNodes.push(...(builderHint.relatedNodes ?? []));
	extraTypeDefContent.push({
		displayOptions: { show: { resource: [resource], operation: [name] } },
		content: builderHint.content,
	});
}

export const actionBuilderHint: BuilderHint = {
	...actionHint,
	relatedNodes,
	extraTypeDefContent,
};
