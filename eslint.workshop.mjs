import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';

/**
 * For `sandbox/`, `test/` and `tools/`: n8n's rules but those that only a published node must follow.
 * `eslint.config.mjs` lints what is published; n8n's strict mode wants its template's text there.
 */
export default [
	...configWithoutCloudSupport,
	{
		files: ['**/*.ts'],
		rules: {
			'@n8n/community-nodes/no-dangerous-functions': 'off',
			'@n8n/community-nodes/require-node-api-error': 'off',
			'no-console': 'off',
		},
	},
];
