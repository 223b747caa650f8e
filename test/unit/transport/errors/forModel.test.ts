import type { NodeApiError } from 'n8n-workflow';

import { addressModel } from '../../../../nodes/WorkspaceTaskService/transport/errors/forModel';

const ASK = 'If the values are right, ask the user to check the settings of this tool.';

function addressed(message: string, description: string) {
	const failure = { message, description };
	addressModel(failure as NodeApiError);
	return failure;
}

describe('addressModel', () => {
	it.each([
		['The service is temporarily unavailable. Try again later.'],
		['The service limits the request rate. Try again after 19:58 UTC (in 15 minutes).'],
		['The task may have been created anyway. Check the service before you run this again.'],
		['Nothing was created. Archived boards are not considered.'],
	])('keeps what helps without a panel: %s', (hint) => {
		expect(addressed('Refused', hint).description).toBe(hint);
	});

	it.each([
		['Correct the value, or the expression that makes it.', ''],
		['Check the values in the fields of this node.', ''],
		['Check the spelling, or set "Board" to "From List".', ''],
		['Set "Board" to "By ID" and enter the ID of the board.', ''],
		['Increase "Timeout (Seconds)" in "Options" if it needs longer.', ''],
		['To create another board with this name, use the operation "Create".', ''],
		['If "Workspace" is empty, select one to get a shorter list.', ''],
		['Check "Base URL" in the credential: it ends with /x. Try http://a instead.', ASK],
		['Check the port in the credential. Use http:// if the service has no HTTPS.', ASK],
		['Check the email and password in the credential, and the plan.', ASK],
	])('leaves out %s', (hint, rest) => {
		const description = `Nothing was sent for this item. ${hint}`;
		const kept = ['Nothing was sent for this item.', rest].filter(Boolean).join(' ');
		expect(addressed('Refused', description).description).toBe(kept);
	});

	it.each([
		'The service responded with 422: Select a color. This expression is wrong',
		'The service responded with 403: Not with the key in the credential',
		'The service responded with 403: Not now. The "Base URL" is in the credential: ask Ada',
		'There is no board "Base URL". Boards: 1 Credential, 2 Under "Credential"',
	])("keeps the service's words and values, whatever they say: %s", (words) => {
		expect(addressed(words, '')).toEqual({ message: words, description: '' });
	});

	it.each([
		['No credential is selected. Open this node and select one under "Credential".'],
		[
			'"A. B" is not the kind of credential that this node is set to. Open this node and select "A. B" under "Credential" again.',
		],
	])('says that the tool is not set up instead of: %s', (message) => {
		const once = addressed(message, '');
		expect(once).toEqual({ message: 'This tool is not set up', description: ASK });
		expect(addressed(once.message, once.description)).toEqual(once);
	});

	it.each([
		'Check the email and password in the credential, and the plan.',
		'Enter both in the credential.',
		'Check "Base URL" in the credential: it ends with /x. Try http://a instead.',
		'Otherwise check the host name and port in the credential.',
	])('leaves out of the message of a login: %s', (hint) => {
		const message = 'The login failed.';
		expect(addressed(`${message} ${hint}`, '')).toEqual({ message, description: ASK });
	});
});
