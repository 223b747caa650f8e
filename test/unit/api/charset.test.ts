import { decodeBody } from '../../../nodes/WorkspaceTaskService/api/charset';

const LATIN1 = Buffer.from('é', 'latin1');
const UTF8 = Buffer.from('é');

describe('a body', () => {
	it.each<[unknown, Buffer]>([
		['application/json; charset=utf-8', UTF8],
		['text/plain; Charset = "ISO-8859-1"; a=b', LATIN1],
		['application/json; charset=utf-16le', Buffer.from('é', 'utf16le')],
		['application/json', UTF8],
		['application/json', LATIN1],
		['application/json; charset=utf-8', LATIN1],
		['application/json; charset=utf8mb4', UTF8],
		[undefined, UTF8],
		[undefined, Buffer.from('\ufeffé')],
	])('of type %j is text: %p', (contentType, bytes) => {
		expect(decodeBody(bytes, contentType)).toBe('é');
	});

	it('of UTF-8 that was cut in a character keeps the others', () => {
		const cut = Buffer.concat([Buffer.from('Größe, caf'), Buffer.from([0xc3])]);
		expect(decodeBody(cut, 'application/json')).toBe('Größe, caf\ufffd');
		expect(decodeBody(cut, 'application/json; charset=utf-8')).toBe('Größe, caf\ufffd');
	});

	it('may be absent', () => expect(decodeBody(undefined, undefined)).toBe(''));
});
