/** What can go wrong: on which side, its name and what it does. */
export const KINDS = {
	status: {
		on: 'request',
		label: 'Error status',
		hint: 'Answers with this status; nothing is done.',
	},
	html: { on: 'request', label: 'HTML answer', hint: 'Answers with a web page in place of JSON.' },
	truncated: {
		on: 'request',
		label: 'Truncated JSON',
		hint: 'The answer breaks off in the middle.',
	},
	slow: { on: 'request', label: 'Slow answer', hint: 'The answer comes late.' },
	reset: { on: 'request', label: 'Connection reset', hint: 'The connection is cut.' },
	double: { on: 'delivery', label: 'Delivered twice', hint: 'The same notification comes twice.' },
	reorder: { on: 'delivery', label: 'Out of order', hint: 'A later notification overtakes it.' },
	delay: { on: 'delivery', label: 'Delayed', hint: 'The notification comes late.' },
	'odd-body': { on: 'delivery', label: 'Odd body', hint: 'The body has another shape.' },
	'odd-content-type': {
		on: 'delivery',
		label: 'Odd content type',
		hint: 'The body is announced as something else than JSON.',
	},
};

export const ROUTES = [
	'POST /api/v1/auth/login',
	'GET /api/v1/boards',
	'POST /api/v1/boards',
	'POST /api/v1/tasks',
	'POST /api/v1/webhooks',
];
