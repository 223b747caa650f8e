/* eslint-disable @n8n/community-nodes/no-restricted-globals -- test support, never published */
export default async function stopShared(): Promise<void> {
	await (globalThis as { closeSharedN8n?: () => Promise<void> }).closeSharedN8n?.();
}
