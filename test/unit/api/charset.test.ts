import { textIn } from '../../../nodes/WorkspaceTaskService/api/charset';

const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const ZIP = Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0xfe, 0x80]);

describe('the text of a body', () => {
	it.each([
		[
			'UTF-16 with a byte order mark',
			Buffer.from('\ufeff{"a":"é"}', 'utf16le'),
			'application/json',
		],
		['UTF-16 without one', Buffer.from('{"a":"é"}', 'utf16le'), 'application/json'],
		['big-endian UTF-16', Buffer.from('\ufeff{"a":"é"}', 'utf16le').swap16(), 'application/json'],
		['Latin-1 by its charset', Buffer.from('{"a":"é"}', 'latin1'), 'text/json; charset=ISO-8859-1'],
		['Latin-1 without a charset', Buffer.from('{"a":"é"}', 'latin1'), 'application/json'],
		['UTF-8 without a type', Buffer.from('{"a":"é"}'), ''],
		['UTF-8 under an unknown charset', Buffer.from('{"a":"é"}'), 'text/json; charset=utf8mb4'],
	])('is decoded from %s', (_, bytes, type) => {
		expect(textIn(bytes, type)).toBe('{"a":"é"}');
	});

	it.each([
		['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'image/png'],
		['a spreadsheet, whose type has the letters xml', ZIP, SPREADSHEET],
		['bytes that claim to be text', Buffer.from([0, 0xff, 1]), 'text/plain'],
	])('is undefined for %s', (_, bytes, type) => expect(textIn(bytes, type)).toBeUndefined());
});
