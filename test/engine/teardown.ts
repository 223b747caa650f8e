/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- test support, never published */
import { rmSync } from 'node:fs';

export default function removeHome(): void {
	rmSync(process.env.N8N_USER_FOLDER ?? '', { recursive: true, force: true });
}
