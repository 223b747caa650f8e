/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { OPENAPI_FILE } from './openapi';
import { openApiDocument } from './openApiDocument';

async function main(): Promise<void> {
	const options = { ...(await resolveConfig(OPENAPI_FILE)), filepath: OPENAPI_FILE };
	writeFileSync(OPENAPI_FILE, await format(JSON.stringify(openApiDocument()), options));
}

void main();
