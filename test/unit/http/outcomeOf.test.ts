import { CALLS } from '../../../nodes/WorkspaceTaskService/service/calls';
import type { ApiRequest, OutcomeKind } from '../../../nodes/WorkspaceTaskService/outcome';
import { classifyResponse } from '../../../nodes/WorkspaceTaskService/http/exchange';
import { isReadInLinearTime } from '../../support/growth';
import { responseWith } from '../../support/outcomes';

const POST: ApiRequest = { call: CALLS.createTask, body: { title: 'Call' } };
const GET: ApiRequest = { ...POST, call: { ...CALLS.createTask, method: 'GET', effect: 'read' } };
const kindOf = (status: number, text = '', headers = {}, request = POST) =>
	classifyResponse(request, responseWith(status, text, headers)).kind;

describe('a response', () => {
	it.each<[number, OutcomeKind]>([
		[200, 'done'],
		[303, 'redirected'],
		[300, 'refused'],
		[301, 'redirected'],
		[302, 'redirected'],
		[307, 'refused'],
		[401, 'refused'],
		[404, 'refused'],
		[408, 'serverError'],
		[429, 'rateLimited'],
		[500, 'serverError'],
	])('with %d to a create is %s', (status, kind) => expect(kindOf(status)).toBe(kind));

	it.each<[string, unknown]>([
		[' {"id":1} ', { id: 1 }],
		['null', null],
		['Created', 'Created'],
		[' \n', undefined],
	])('with 2xx and %j has this body', (text, body) => {
		expect(classifyResponse(POST, responseWith(201, text))).toMatchObject({ kind: 'done', body });
	});

	it('with 503 and Retry-After is rate limited', () => {
		const response = responseWith(503, '', { 'retry-after': '2' });
		const outcome = classifyResponse(POST, response);
		expect(outcome).toMatchObject({ kind: 'rateLimited', askedMs: 2_000 });
	});

	it.each<[string, string, object?]>([
		['half of an object', '{"id":1,"tit'],
		['bytes that claim to be JSON', '\u001f\ufffd\b', { 'content-type': 'application/json' }],
	])('with 2xx and %s cannot be read', (...[, text, headers]) => {
		expect(kindOf(201, text, headers)).toBe('unreadable');
	});

	const HTML = { 'content-type': 'text/html; charset=utf-8' };
	it.each<[string, object?]>([
		['<!doctype html><html></html>'],
		['<?xml version="1.0"?>\n<!-- 1.2 -->\n<!DOCTYPE  html>'],
		['<script>window.location="/login"</script>'],
		['<div class="login">Please sign in</div>', HTML],
		['\n <!-- a proxy --><p>Blocked</p>'],
		['\ufeff<html lang="en">'],
		['<!DOCTYPE foo>'],
		['<?xml version="1.0"?><error/>', { 'content-type': 'application/xml' }],
		['<h1>It works!</h1>', { 'content-type': 'application/json' }],
		['Please sign in', HTML],
		['{"id": 7', { 'content-type': 'TEXT/HTML' }],
		['OK <a href="/login">', { 'content-type': 'application/xhtml+xml' }],
	])('with 2xx and the page %j is from another program', (text, headers = {}) => {
		expect(kindOf(201, text, headers)).toBe('notTaskService');
		expect(kindOf(200, text, headers, GET)).toBe('notTaskService');
	});

	it.each<[string, object?]>([
		['{"id":7,"title":"<html>"}', HTML],
		[' [{"id":7}]', HTML],
		['7', HTML],
		['"<b>Created</b>"', HTML],
		['', HTML],
		[' \n', HTML],
		['Created', { 'content-type': 'text/plain' }],
		['Created'],
		['Created <b>7</b>'],
		['Created [7]'],
		['> Created'],
		['OK', { 'content-type': 'text/x-html5' }],
	])('with 2xx and %j is no page', (text, headers = {}) => {
		expect(kindOf(201, text, headers)).toBe('done');
	});
});

describe('a large response', () => {
	it.each<[string, (size: number) => string, OutcomeKind]>([
		['an open string', (size) => `["${'\\"'.repeat(size / 2)},12345678901234567890`, 'unreadable'],
		['tags', (size) => '<a '.repeat(size / 3), 'notTaskService'],
		['tags after a word', (size) => 'a<a '.repeat(size / 4), 'done'],
	])('with %s is read in linear time', (_, make, kind) => {
		expect(kindOf(200, make(256_000))).toBe(kind);
		expect(isReadInLinearTime(make, (text) => kindOf(200, text))).toBe(true);
	});
});
