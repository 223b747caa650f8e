/** What can go wrong: on which side, its name and what it does. */
export const KINDS = {
	status: {
		on: 'request',
		label: 'Error status',
		hint: 'Answers with this status and an error body.',
	},
	html: { on: 'request', label: 'HTML answer', hint: 'Answers with a web page in place of JSON.' },
	truncated: {
		on: 'request',
		label: 'Truncated JSON',
		hint: 'The work is done, half of the answer arrives.',
	},
	slow: { on: 'request', label: 'Slow answer', hint: 'The answer comes late.' },
	reset: { on: 'request', label: 'Connection reset', hint: 'The connection is cut.' },
	double: { on: 'delivery', label: 'Delivered twice', hint: 'The same notification comes twice.' },
	reorder: {
		on: 'delivery',
		label: 'Out of order',
		hint: 'It waits until the next one has gone, or for the delay.',
	},
	delay: { on: 'delivery', label: 'Delayed', hint: 'The notification comes late.' },
	'odd-body': {
		on: 'delivery',
		label: 'Odd body',
		hint: 'Empty, null, a list, plain text or a form, by chance.',
	},
	'odd-content-type': {
		on: 'delivery',
		label: 'Odd content type',
		hint: 'The usual body, announced as text/plain.',
	},
};

export const REQUEST_ROUTES = [
	'POST /api/v1/auth/login',
	'GET /api/v1/boards',
	'POST /api/v1/boards',
	'POST /api/v1/tasks',
	'POST /api/v1/webhooks',
];

export const DELIVERY_ROUTES = ['task.created', 'task.updated'];

/** When a fault can apply to a request, by kind. */
export const MOMENTS = {
	status: ['before', 'after'],
	html: ['before', 'after'],
	slow: ['before', 'after'],
	reset: ['before', 'during', 'after'],
};

export const MOMENT_LABELS = {
	before: 'before the work is done',
	during: 'in the middle of the answer',
	after: 'after the work was done',
};

export const USUAL_STATUS = { status: 429, html: 200 };
