import { ACTION, pattern } from '../builderHints';

const content = pattern(
	'Ask a person, then branch on the answer',
	`const askAda = node({ type: '${ACTION}', version: 1, config: { name: 'Ask Ada', parameters: {
  resource: 'task', operation: 'sendAndWait',
  boardId: { __rl: true, mode: 'name', value: 'Support' },
  title: 'Offer for Ada', message: expr('Send the offer of {{ $json.amount }} euros?'),
  approvalOptions: { values: { askForComment: true } },
  limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'days' } }
} } });
Put an If on expr('{{ $json.approved }}') (boolean) after it. The output replaces the input item: approved, comment, respondedBy, respondedAt, timedOut, task. Read earlier data with expr("{{ $('Node Name').item.json.amount }}"). Without an answer in time, approved is false and timedOut true.
It creates the task and its link itself: add no Wait node and no webhook. Tasks have no assignee here: name the person in the title; everybody who reads the task can answer. It takes one item per run: put Loop Over Items (batch size 1) before it if there can be more.
To have people approve the tool calls of an AI agent, wrap the tool: tool({ type: '${ACTION}HitlTool', version: 1, config: { name: 'Review', parameters: { boardId, title, message: expr('{{ JSON.stringify($tool.parameters) }}') }, subnodes: { tools: [wrappedTool] } } }).`,
);

export const approvalHint = {
	content,
	relatedNodes: [
		{ nodeType: 'n8n-nodes-base.if', relationHint: 'Branch on approved after sendAndWait' },
	],
};
