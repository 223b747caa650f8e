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
		['an attachment alone', {}, { photo: PHOTO }],
		['a part of text beside fields', { version: '1' }, { body: part('text/plain; charset=utf-8') }],
		[
			'a JSON file',
			{ version: '1' },
			{ event: part('application/cloudevents+json', 'event.json') },
		],
		['several parts of one name', { version: '1' }, { event: [PHOTO, part('text/plain')] }],
		['an untyped and a typed part', { payload: EVENT }, { meta: part('application/json') }],
	])('with %s has lost its event', async (_, data, files) => {
		expect(await bodyOf({ data, files }, FORM)).toBe('lostFormPart');
	});

	it.each<[string, object, object]>([
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
		[undefined, 'multipart/mixed; boundary=X'],
		['text', FORM],
		[{ data: [1], files: {} }, FORM],
	])('is not %j of the type %j', async (body, contentType) => {
		expect(await bodyOf(body, contentType)).toBe(body);
	});
});
