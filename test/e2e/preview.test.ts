/* eslint-disable @n8n/community-nodes/no-restricted-imports -- a test, never published */
import { resolve } from 'node:path';

import { loadOutputSchema } from 'n8n-core';

import example from '../../examples/trigger.json';
import { ROOT } from '../../testkit/engine';

describe('the output preview of the trigger', () => {
	it('tells n8n the fields of an event before any traffic, and shows a sample of them', () => {
		const nodeDir = resolve(ROOT, 'dist/nodes/WorkspaceTaskService');
		const schema = loadOutputSchema({ nodeDir, version: 1.1 });
		expect(schema).toEqual(loadOutputSchema({ nodeDir, version: 1 }));
		const fields = ['event', 'task', 'deliveryId', 'receivedAt', 'payload'];
		expect(Object.keys(Object(schema?.properties))).toEqual(fields);
		const [pinned] = example.pinData['Task Event'];
		expect(Object.keys(Object(pinned?.json))).toEqual(fields);
	});
});
