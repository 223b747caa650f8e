import type { IWebhookFunctions } from 'n8n-workflow';

import { readWebhookRequest } from '../../../nodes/WorkspaceTaskService/trigger/webhookRequest';

const FORM = 'multipart/form-data; boundary=X';
const EVENT = '{"event":"task.created","task":{"id":7,"title":"Call"}}';
const part = (mimetype: string, originalFilename: string | null = null) => ({
	filepath: '/tmp/5f3c',
	mimetype,
	originalFilename,
});
const PHOTO = part('image/png', 'photo.png');

async function bodyOf(body: unknown, contentType: unknown) {
	const request = {
		method: 'POST',
		headers: { 'content-type': contentType },
		rawBody: Buffer.of(),
	};
	const context = {
		getRequestObject: () => request,
		getBodyData: () => body,
		getQueryData: () => ({}),
	} as unknown as IWebhookFunctions;
	const read = await readWebhookRequest(context, true);
	return read === 'lostFormPart' ? read : read.body;
}

describe('a multipart form', () => {
	it.each<[string, object, object]>([
		['a typed part', {}, { payload: part('application/json') }],
		['a typed part with a charset', {}, { payload: part('application/json; charset=utf-8') }],
		['a part of another JSON type', {}, { event: part('application/cloudevents+json') }],
		['a typed part under another name', {}, { data: part('application/json') }],
		['a part of text', {}, { payload: part('text/plain') }],
		['a part of text beside fields', { version: '1' }, { body: part('text/plain; charset=utf-8') }],
		['a JSON file', { version: '1' }, { event: part('application/json', 'event.json') }],
		['several parts of one name', {}, { event: [part('application/json'), part('text/plain')] }],
		['an attachment alone', {}, { photo: PHOTO }],
		['an event in a file alone', {}, { event: part('application/xml', 'event.xml') }],
		['a field beside a typed part', { payload: 'see file' }, { file: part('application/json') }],
		['an untyped and a typed part', { payload: EVENT }, { meta: part('application/json') }],
		['a file named like the event', { version: '1' }, { payload: part('text/plain') }],
	])('with %s has lost its event', async (_, data, files) => {
		expect(await bodyOf({ data, files }, FORM)).toBe('lostFormPart');
	});

	it.each<[string, object, object]>([
		['a part without a type', { payload: EVENT }, {}],
		['fields', { event: 'task.created', title: 'Call' }, {}],
		['fields and an attachment', { event: 'task.created', title: 'Call' }, { photo: PHOTO }],
		['an untyped part and an attachment', { payload: EVENT }, { photo: PHOTO }],
		['several fields of one name', { tag: ['a', 'b'] }, {}],
		['nothing', {}, {}],
		['attachments of one name', { title: 'Call' }, { photo: [PHOTO, PHOTO] }],
	])('with %s is read', async (_, data, files) => {
		expect(await bodyOf({ data, files }, FORM)).toEqual(data);
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
	])('is not %j of the type %j', async (body, contentType) => {
		expect(await bodyOf(body, contentType)).toBe(body);
	});
});
