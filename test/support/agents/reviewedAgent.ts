import { name as packageName } from '../../../package.json';
import { OFFER } from './approval';
import { agent, chatModel, connected, manualTrigger, node } from '../../../tools/n8n/workflow';

/** Of n8n, for every review. */
const DEFAULT_MESSAGE =
	'=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';

/** The tool of the agent creates a task after a review, which is a task too. */
export function reviewedAgent(modelCredentials: object, parameters: object = {}, version = 3.1) {
	const review = node('Review', `${packageName}.workspaceTaskServiceHitlTool`, 1, {
		...OFFER,
		title: 'Review',
		message: DEFAULT_MESSAGE,
		...parameters,
	});
	const tool = node('Create a task', `${packageName}.workspaceTaskServiceTool`, 1, {
		descriptionType: 'auto',
		resource: 'task',
		operation: 'create',
		boardId: OFFER.boardId,
		title: "={{ $fromAI('title', 'What is to be done', 'string') }}",
	});
	return connected(
		[manualTrigger(), agent(version, 'Note the task'), chatModel(modelCredentials), review, tool],
		[
			['Start', 'Agent'],
			['Model', 'Agent', 'ai_languageModel'],
			['Review', 'Agent', 'ai_tool'],
			['Create a task', 'Review', 'ai_tool'],
		],
	);
}
