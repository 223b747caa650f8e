import { CALLS } from '../../nodes/WorkspaceTaskService/service/calls';
import { explainOutcome } from '../../nodes/WorkspaceTaskService/messages/explain';
import type { ApiRequest, Outcome } from '../../nodes/WorkspaceTaskService/outcome';

const request: ApiRequest = { call: CALLS.createTask };
const response = { status: 500, headers: {}, text: '', receivedDate: new Date(0) };
const outcome: Outcome = { kind: 'serverError', response };
const { hint } = explainOutcome(outcome, { request, baseUrl: 'https://a.example', secrets: [] });

/** Of what was created, perhaps. The unit tests know its words; here it matters who reads it. */
export const MAY_EXIST = hint.split('. ')[0]?.replace('The task ', '') ?? '';
