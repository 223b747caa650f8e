import { openApiFindings } from '../../../../tools/verify/openapi';
import { openApiDocument } from '../../../../tools/verify/openApiDocument';

const text = JSON.stringify(openApiDocument());

describe('verify finds in docs/openapi.json', () => {
	it('nothing in the current document', () => expect(openApiFindings()).toEqual([]));

	it.each([
		['a call without fields', '"requestBody":{', '"x":{', 'lacks: post /api/v1/auth/login'],
		['another type', '{"type":"integer"}', '{"type":"number"}', 'lacks: get /api/v1/boards'],
		['an undocumented status', '"2XX"', '"201"', 'not in the API document: get /api/v1/boards'],
		['an undocumented call', '"/api/v1/tasks"', '"/api/v1/labels"', 'lacks: post /api/v1/tasks'],
		['an old title', 'Workspace Task', 'Workspace', 'run npm run openapi'],
	])('%s', (_, old, changed, finding) => {
		expect(openApiFindings(text.replace(old, changed))).toContainEqual(
			expect.stringContaining(finding),
		);
	});
});
