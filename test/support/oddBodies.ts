/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { deflateSync, gzipSync } from 'node:zlib';

const JSON_TYPE = 'application/json';
const DEPTH = 1_000;
const DEEP_LIST = '['.repeat(DEPTH) + ']'.repeat(DEPTH);
const DEEP_OBJECT = '{"a":'.repeat(DEPTH) + '1' + '}'.repeat(DEPTH);
const LONG_TEXT = 'Lorem ipsum '.repeat(17_000);
const FORM = '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--X--\r\n';

const MIXED = '--X\r\n\r\n{"a":7}\r\n--X--\r\n';

interface OddBody {
	/** Sent as its delivery id. */
	name: string;
	/** Content type; without it, the header is missing. */
	type?: string;
	/** Content encoding. */
	encoding?: string;
	body?: string | Buffer;
	/** The payloads of the items; `any` if their content does not matter. */
	payloads: unknown[] | 'any';
}

const json = (name: string, body: string, payloads?: unknown[]): OddBody => ({
	name,
	type: JSON_TYPE,
	body,
	payloads: payloads ?? [JSON.parse(body)],
});

/** All are different. */
export const BODIES: OddBody[] = [
	json('an object', '{"a":1}'),
	json('an empty object', '{}'),
	json('a list of numbers', '[1,2]'),
	json('a list of objects', '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]),
	json('events that are no objects', '{"events":[1,null,"x"]}'),
	json('a JSON text', '"just text"'),
	json('a number', '5'),
	json('zero', '0'),
	json('true', 'true'),
	json('false', 'false'),
	json('a JSON null', 'null'),
	json('a task that is null', '{"event":null,"data":{"task":null}}'),
	json('a field named json', '{"json":{"a":1}}'),
	json('json with binary', '{"json":{"a":1},"binary":{"data":{}},"pairedItem":7}'),
	json('a field named error', '{"error":"Out of order"}'),
	json('an error as n8n has it', '{"error":{"message":"m"},"message":"m","details":"d"}'),
	{ name: 'lists nested 1,000 deep', type: JSON_TYPE, body: DEEP_LIST, payloads: 'any' },
	{ name: 'objects nested 1,000 deep', type: JSON_TYPE, body: DEEP_OBJECT, payloads: 'any' },
	{ name: 'a __proto__', type: JSON_TYPE, body: '{"__proto__":{"a":1}}', payloads: 'any' },
	{
		name: 'a constructor',
		type: JSON_TYPE,
		body: '{"constructor":{"prototype":{"a":1}},"hasOwnProperty":1,"toString":2}',
		payloads: 'any',
	},
	{ name: 'text', type: 'text/plain', body: 'what is this', payloads: ['what is this'] },
	{ name: 'text of 200 KB', type: 'text/plain', body: LONG_TEXT, payloads: [LONG_TEXT] },
	{
		name: 'a form',
		type: 'application/x-www-form-urlencoded',
		body: 'a=1&b[c]=2&__proto__=3',
		payloads: 'any',
	},
	{ name: 'nothing', payloads: [''] },
	{ name: 'nothing, declared as JSON', type: JSON_TYPE, payloads: 'any' },
	{ name: 'no content type', body: '{"a":3}', payloads: [{ a: 3 }] },
	{ name: 'JSON of a kind', type: 'application/x+json', body: '{"a":4}', payloads: [{ a: 4 }] },
	{
		name: 'bytes',
		type: 'application/octet-stream',
		body: Buffer.from([0, 255, 1, 254]),
		payloads: 'any',
	},
	{
		name: 'a multipart form',
		type: 'multipart/form-data; boundary=X',
		body: FORM,
		payloads: 'any',
	},
	{
		name: 'a multipart body that is no form',
		type: 'multipart/mixed; boundary=X',
		body: MIXED,
		payloads: [MIXED],
	},
	{
		name: 'packed JSON',
		type: JSON_TYPE,
		encoding: 'gzip',
		body: gzipSync('{"a":5}'),
		payloads: [{ a: 5 }],
	},
	{
		name: 'packed JSON of a kind',
		type: 'application/x+json',
		encoding: 'deflate',
		body: deflateSync('{"a":6}'),
		payloads: [{ a: 6 }],
	},
	{
		name: 'text in another charset',
		type: 'text/plain; charset=latin1',
		body: Buffer.from('Prüfung', 'latin1'),
		payloads: ['Prüfung'],
	},
	{ name: 'XML', type: 'application/xml', body: '<a><b>1</b></a>', payloads: 'any' },
];
