import { rmSync } from 'node:fs';

export default function removeFolders(): void {
	rmSync(process.env.ENGINE_FOLDERS ?? '', { recursive: true, force: true });
	delete process.env.ENGINE_FOLDERS;
}
