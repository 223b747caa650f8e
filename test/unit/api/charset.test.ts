import { charsetIn } from '../../../nodes/WorkspaceTaskService/api/charset';

describe('the charset of a content type', () => {
	it.each<[unknown, string | undefined]>([
		['application/json; charset=utf-8', 'utf-8'],
		['text/plain; Charset = "ISO-8859-1"; a=b', 'ISO-8859-1'],
		['application/json', undefined],
		[undefined, undefined],
	])('in %j is %s', (contentType, charset) => expect(charsetIn(contentType)).toBe(charset));
});
