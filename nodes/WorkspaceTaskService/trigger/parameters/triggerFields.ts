import type { INodeProperties } from 'n8n-workflow';

import { customEvents, eventOptions } from '../../commonFields';

/** The fields that people fill in; fields with a fixed choice are in the description of the node. */
export const triggerFields = {
	events: {
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		default: ['task.created'],
		options: eventOptions,
		description:
			'The events that start the workflow. Two triggers with the same event start it twice. To use other event types, add Custom Events under Options.',
	},
	boards: {
		displayName: 'Board Names or IDs',
		name: 'boards',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getBoards', loadOptionsDependsOn: ['authentication'] },
		default: [],
		hint: 'Leave empty for all boards',
		description:
			'Start only on events from these boards, and on events that name no board. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
	customEvents,
	registrationLabel: {
		displayName: 'Registration Label',
		name: 'registrationLabel',
		type: 'string',
		default: '',
		placeholder: 'e.g. second webhook',
		description:
			'Any text. Change it to register a new webhook the next time you publish, for example because the webhook was deleted in the service or its URL leaked. Deliveries to the old webhook are then refused.',
	},
} satisfies Record<string, INodeProperties>;
