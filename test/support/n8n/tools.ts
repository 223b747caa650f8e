/* What the suites with a real n8n work with. */

export * from '../../../tools/http/client';
export * from '../proxy';
export * from '../../../tools/http/server';
export * from '../../../tools/n8n/api/credentials';
export * from '../../../tools/n8n/api/executions';
export * from './listening';
export * from './panelLists';
export * from '../../../tools/n8n/api/publication';
export * from '../../../tools/n8n/api/workflows';
export * from '../../../tools/n8n/poll';
export * from '../../../tools/n8n/workflow';
export * from '../agents/approval';
export * from '../agents/chatModel';
export * from '../agents/nodes';
export * from './addressChecks';
export * from './environment';
export * from './examples';
