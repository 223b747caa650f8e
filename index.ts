/* What the package offers to TypeScript code. n8n itself loads the files named in package.json. */
export { WorkspaceTaskServiceApi } from './credentials/WorkspaceTaskServiceApi.credentials';
export { WorkspaceTaskServiceLoginApi } from './credentials/WorkspaceTaskServiceLoginApi.credentials';
export { WorkspaceTaskService } from './nodes/WorkspaceTaskService/WorkspaceTaskService.node';
export { WorkspaceTaskServiceTrigger } from './nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';
export type {
	Board,
	BoardRequest,
	BoardsQuery,
	TaskRequest,
	WebhookRequest,
} from './nodes/WorkspaceTaskService/api/types';
export type { RawEvent, TaskEvent } from './nodes/WorkspaceTaskService/trigger/payload/events';
