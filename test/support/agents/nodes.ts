import { node } from '../../../tools/n8n/workflow';

/** @param text the prompt */
export function agent(version: number, text: string) {
	const parameters = { promptType: 'define', text, options: {} };
	return node('Agent', '@n8n/n8n-nodes-langchain.agent', version, parameters);
}

/** @param credentials those of `startChatModel` */
export function chatModel(credentials: object) {
	const parameters = { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} };
	return node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, parameters, { credentials });
}
