import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { parseJson } from '../api/json';

/** What people are asked. Texts are plain. */
export interface Question {
	title: string;
	message: string;
	approveLabel: string;
	/** Absent if there is nothing but to approve. */
	declineLabel?: string;
	asksForComment: boolean;
}

/** A question that waits: with its execution in n8n's database, for any process to show. */
export interface OpenQuestion extends Question {
	/** In the link, since a loop asks with the same address again. */
	id: string;
	/** In milliseconds since 1970. */
	until: number;
	/** As the service returned it. */
	task?: object;
}

const KEY = 'approval';

export function saveQuestion(context: IExecuteFunctions, question: OpenQuestion): void {
	context.getContext('node')[KEY] = JSON.stringify(question);
}

/** The latest of this node in this execution. */
export function savedQuestion(context: IExecuteFunctions): OpenQuestion {
	return JSON.parse(String(context.getContext('node')[KEY])) as OpenQuestion;
}

/** A webhook reaches the context of its node through an expression only. */
export function askedQuestion(context: IWebhookFunctions): OpenQuestion | undefined {
	const name = JSON.stringify(context.getNode().name).replaceAll('}', '\\u007d');
	const saved = context.evaluateExpression(`{{ $node[${name}].context.${KEY} }}`);
	return parseJson(String(saved)) as OpenQuestion | undefined;
}
