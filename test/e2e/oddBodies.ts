import { deflateSync, gzipSync } from 'node:zlib';

const DEPTH = 1_000;
const LONG_TEXT = 'Lorem ipsum '.repeat(17_000);
const FORM = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--X--\r\n';
const MIXED = '--X\r\n\r\n{"a":7}\r\n--X--\r\n';

interface OddBody {
	/** Sent as its delivery ID. */
	name: string;
	/** Without it, the header is missing. */
	type?: string;
	encoding?: string;
	body?: string | Buffer;
	/** The payloads of the items; without them, their content does not matter. */
	payloads?: unknown[];
}

const json = (name: string, body: string, payloads?: unknown[]) => ({
	...{ name, type: 'application/json', body, payloads },
});
const of = (type: string, name: string, body: string | Buffer, payloads?: unknown[]) => ({
	...{ name, type, body, payloads },
});
const packed = (name: string, type: string, encoding: string, body: Buffer) => ({
	...{ name, type, encoding, body, payloads: [{ a: 5 }] },
});

/** All are different: for what n8n's parsers and items make of them. */
export const BODIES: OddBody[] = [
	json('an object', '{"a":1}', [{ a: 1 }]),
	json('a list of objects', '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]),
	json('a JSON text', '"just text"', ['just text']),
	json('a number', '5', [5]),
	json('a JSON null', 'null', [null]),
	json('an item', '{"json":{"a":1},"binary":{"data":{}},"pairedItem":7}', [
		{ json: { a: 1 }, binary: { data: {} }, pairedItem: 7 },
	]),
	json('an error as n8n has it', '{"error":{"message":"m"},"message":"m","details":"d"}', [
		{ error: { message: 'm' }, message: 'm', details: 'd' },
	]),
	json('objects nested 1,000 deep', '{"a":'.repeat(DEPTH) + '1' + '}'.repeat(DEPTH)),
	json('a __proto__', '{"__proto__":{"a":1}}'),
	json('a constructor', '{"constructor":{"prototype":{"a":1}},"hasOwnProperty":1,"toString":2}'),
	of('text/plain', 'text of 200 KB', LONG_TEXT, [LONG_TEXT]),
	of('application/x-www-form-urlencoded', 'a form', 'a=1&b[c]=2&__proto__=3'),
	{ name: 'nothing', payloads: [''] },
	{ name: 'nothing, declared as JSON', type: 'application/json' },
	{ name: 'no content type', body: '{"a":3}', payloads: [{ a: 3 }] },
	of('application/x+json', 'JSON of a kind', '{"a":4}', [{ a: 4 }]),
	of('application/octet-stream', 'bytes', Buffer.from([0, 255, 1, 254])),
	of('multipart/form-data; boundary=X', 'a multipart form', FORM, [{ a: '1' }]),
	of('multipart/mixed; boundary=X', 'a multipart body that is no form', MIXED, [MIXED]),
	packed('packed JSON', 'application/json', 'gzip', gzipSync('{"a":5}')),
	packed('packed JSON of a kind', 'application/x+json', 'deflate', deflateSync('{"a":5} ')),
	of('text/plain; charset=latin1', 'latin1', Buffer.from('Prüfung', 'latin1'), ['Prüfung']),
	of('application/xml', 'XML', '<a><b>1</b></a>'),
];
