/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- test support, never published */
import { rmSync } from 'node:fs';

export default function removeFolders(): void {
	rmSync(process.env.ENGINE_FOLDERS ?? '', { recursive: true, force: true });
	delete process.env.ENGINE_FOLDERS;
}
