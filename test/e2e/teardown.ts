export default async function stopShared(): Promise<void> {
	await (globalThis as { closeSharedN8n?: () => Promise<void> }).closeSharedN8n?.();
}
