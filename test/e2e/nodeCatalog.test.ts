/* eslint-disable @n8n/community-nodes/no-restricted-imports -- test, never published */
import { createRequire } from 'node:module';
import { n8nFolder } from '../../tools/install/paths.cjs';
import { ACTION_TYPE, TRIGGER_TYPE } from '../../tools/n8n/workflow';
import { environment } from './environment';

/** n8n's own generator, by which its AI builder and its MCP server describe a community node. */
const { synthesizeNodeTypeDef } = createRequire(`${n8nFolder()}/package.json`)(
	'n8n/dist/modules/mcp-registry/synthesize-type-def.js',
) as { synthesizeNodeTypeDef(description: unknown): string };

async function definitionOf(name: string): Promise<string> {
	const nodeInfos = [{ name, version: 1 }];
	const types = await environment.session.rest('POST', '/rest/node-types', { nodeInfos });
	return synthesizeNodeTypeDef(Object(types)[0]);
}

describe("the type definition that n8n's AI builder reads", () => {
	it('describes each operation under its own resource', async () => {
		const headings = (await definitionOf(ACTION_TYPE)).matchAll(
			/\/\*\* (.*) \*\/\nexport type \w+V1(\w+)Params/g,
		);
		const byOperation = Object.fromEntries([...headings].map(([, text, key]) => [key, text]));
		expect(byOperation).toMatchObject({
			BoardCreate: expect.stringMatching(/boards/),
			BoardGetAll: expect.stringMatching(/boards/),
			TaskCreate: expect.stringMatching(/tasks/),
			WebhookCreate: expect.stringMatching(/URL.*permanently/),
		});
	});

	it('says that a task needs a board and that webhooks are permanent', async () => {
		const action = await definitionOf(ACTION_TYPE);
		expect(action).toMatch(/@builderHint Required: .*board/);
		expect(action).toMatch(/@builderHint .*permanent webhook/);
		expect(await definitionOf(TRIGGER_TYPE)).toMatch(/@builderHint .*cannot remove/);
	});

	it('keeps the patterns, each with its operation', async () => {
		const [, ...types] = (await definitionOf(ACTION_TYPE)).split('export type ');
		const titles = types.flatMap((text) => {
			const [, name = ''] = /^\w+V1(\w+)Params/.exec(text) ?? [];
			return [...text.matchAll(/<pattern title="(.*?)">/g)].map(([, title]) => [name, title]);
		});
		expect(titles).toEqual([
			['BoardFindOrCreate', expect.stringMatching(/row/)],
			['TaskCreate', expect.stringMatching(/task/)],
			['TaskSendAndWait', expect.stringMatching(/Ask/)],
		]);
		expect(await definitionOf(TRIGGER_TYPE)).toMatch(/<pattern title=".*task is created">/);
	});
});
