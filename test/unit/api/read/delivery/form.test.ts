import { readForm } from '../../../../../nodes/WorkspaceTaskService/api/read/delivery/form';

const FORM = 'multipart/form-data; boundary=X';
const EVENT = '{"event":"task.created","task":{"id":7,"title":"Call"}}';
const part = (mimetype: string, originalFilename: string | null = null) => ({
	filepath: '/tmp/5f3c',
	mimetype,
	originalFilename,
});
const PHOTO = part('image/png', 'photo.png');

describe('a multipart form', () => {
	it.each<[string, object, object]>([
		['a typed part', {}, { payload: part('application/json') }],
		['a typed part with a charset', {}, { payload: part('application/json; charset=utf-8') }],
		['a part of another JSON type', {}, { event: part('application/cloudevents+json') }],
		['a typed part under another name', {}, { data: part('application/json') }],
		['a part of text', {}, { payload: part('text/plain') }],
		['a part of text beside fields', { version: '1' }, { body: part('text/plain; charset=utf-8') }],
		['a JSON file', { version: '1' }, { event: part('application/json', 'event.json') }],
		['a file named like the event', { version: '1' }, { payload: part('text/plain', 'blob') }],
		['several parts of one name', {}, { event: [part('application/json'), part('text/plain')] }],
		['an attachment alone', {}, { photo: PHOTO }],
		['a text payload that is no JSON', { payload: 'see file' }, { file: part('application/json') }],
	])('with %s has lost its event', (_, data, files) => {
		expect(readForm({ data, files }, FORM)).toEqual({ fields: data, isLost: true });
	});

	it.each<[string, object, object]>([
		['a part without a type', { payload: EVENT }, {}],
		['fields', { event: 'task.created', title: 'Call' }, {}],
		['fields and an attachment', { event: 'task.created', title: 'Call' }, { photo: PHOTO }],
		['an untyped part and an attachment', { payload: EVENT }, { photo: PHOTO }],
		['an untyped and a typed part', { payload: EVENT }, { meta: part('application/json') }],
		['several fields of one name', { tag: ['a', 'b'] }, {}],
		['nothing', {}, {}],
		['attachments of one name', { title: 'Call' }, { photo: [PHOTO, PHOTO] }],
	])('with %s is read', (_, data, files) => {
		expect(readForm({ data, files }, FORM)).toEqual({ fields: data, isLost: false });
	});

	it.each<[unknown, unknown]>([
		[{ data: { id: 7 }, files: { payload: {} } }, 'application/json'],
		[{ data: { id: 7 } }, undefined],
		[{ data: { id: 7 } }, 'application/x-www-form-urlencoded'],
		[undefined, 'multipart/mixed; boundary=X'],
		['text', FORM],
		[null, FORM],
		[{ data: [1], files: {} }, FORM],
		[{ files: { payload: part('application/json') } }, FORM],
	])('is not %j of the type %j', (body, contentType) => {
		expect(readForm(body, contentType)).toBeUndefined();
	});
});
