/* The classes of the package. n8n itself loads the files named in package.json. */
export { WorkspaceTaskServiceApi } from './credentials/WorkspaceTaskServiceApi.credentials';
export { WorkspaceTaskServiceLoginApi } from './credentials/WorkspaceTaskServiceLoginApi.credentials';
export { WorkspaceTaskService } from './nodes/WorkspaceTaskService/WorkspaceTaskService.node';
export { WorkspaceTaskServiceTrigger } from './nodes/WorkspaceTaskService/WorkspaceTaskServiceTrigger.node';
