import { field } from '../../api/json';
import type { Question } from '../question';
import { MAX_TYPED_CHARACTERS } from './page';

export interface Decision {
	approved: boolean;
	/** Null if it was not entered, or not asked for. */
	respondedBy: string | null;
	comment: string | null;
}

/** Undefined if it is none of the answers that were offered, or lacks the name. */
export function decisionIn(body: unknown, question: Question): Decision | undefined {
	const decision = field(body, 'decision');
	const approved = decision === 'approve';
	const declined = decision === 'decline' && question.declineLabel !== undefined;
	if (!approved && !declined) return undefined;
	const respondedBy = question.asksForName ? typedText(body, 'name') : null;
	if (question.asksForName && respondedBy === null) return undefined;
	const comment = question.asksForComment ? typedText(body, 'comment') : null;
	return { approved, respondedBy, comment };
}

function typedText(body: unknown, name: string): string | null {
	const typed = field(body, name);
	if (typeof typed !== 'string') return null;
	return typed.trim().slice(0, MAX_TYPED_CHARACTERS) || null;
}
