import type { IHookFunctions, INodeProperties, IWebhookFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { checkFields, hasEnteredExpression, makeRejection } from '../fields/checkFields';
import { customEventsField, eventOptions } from '../fields/commonFields';
import { joinMessageAndHint } from '../messages/words';
import { getMember, type JsonObject } from '../reading/json';
import { boardId } from '../service/values/ids';
import {
	mergeEventTypes,
	eventTypeList,
	eventTypesText,
	isFalse,
	makeListOrEntrySchema,
	text,
} from '../service/values/schemas';

type TriggerContext = IHookFunctions | IWebhookFunctions;

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
	customEvents: customEventsField,
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

const ADD =
	'Select at least one event, such as Task Created, or enter one under Options → Custom Events.';
const CORRECT_FIELD = 'Correct the value, or the expression that makes it.';
const NO_BOARDS = '"Board Names or IDs" is empty: its expression returned nothing';
const ALL_BOARDS = 'Correct the expression, or leave the field empty for all boards.';
const OPTIONS = ['customEvents', 'registrationLabel'];

const rules = {
	properties: Object.values<INodeProperties>(triggerFields),
	parameters: z.object({
		events: eventTypeList,
		boards: makeListOrEntrySchema(boardId.transform(String), 'must be a list of board IDs'),
		customEvents: eventTypesText.optional(),
		registrationLabel: text.optional(),
	}),
};

interface TriggerValues {
	/** At least one event type. */
	selectedTypes: string[];
	/** IDs; empty for all boards. */
	boards: string[];
	label: string;
}

/**
 * For the lifecycle and for deliveries.
 * @throws NodeOperationError if n8n cannot evaluate a field, a value does not fit, no event is selected, or
 * the expression in Board Names or IDs returns nothing
 */
export function readTriggerFields(context: TriggerContext): TriggerValues {
	const entered: JsonObject = {};
	for (const property of rules.properties) {
		entered[property.name] = evaluateField(context, property);
	}
	const checked = checkFields(context, rules, entered, CORRECT_FIELD);
	const selectedTypes = mergeEventTypes(checked.events, checked.customEvents);
	if (selectedTypes.length === 0) throw makeRejection(context, ['"Trigger On" is empty'], ADD);
	// All boards are meant only by a field that was left empty.
	if (checked.boards.length === 0 && hasEnteredExpression(context, ['boards'])) {
		throw makeRejection(context, [NO_BOARDS], ALL_BOARDS);
	}
	const label = checked.registrationLabel ?? '';
	return { selectedTypes, boards: checked.boards, label: label.trim() };
}

function evaluateField(context: TriggerContext, { name, displayName }: INodeProperties): unknown {
	const path = OPTIONS.includes(name) ? `options.${name}` : name;
	try {
		return context.getNodeParameter(path, null) ?? undefined;
	} catch (error) {
		// Such as an expression with the data of an event, which n8n evaluates before an event arrives.
		const { message } = error as Error;
		const sentence = `"${displayName}" has an expression that cannot be evaluated here: ${message}`;
		throw makeRejection(context, [sentence], CORRECT_FIELD);
	}
}

export interface DeliveryPreferences extends Omit<TriggerValues, 'label'> {
	output: 'simplified' | 'raw';
	ignoresDuplicates: boolean;
	ignoresOwnTasks: boolean;
}

/**
 * The parameters that a delivery depends on. Nobody sees an expression that fails now: then they are values
 * that lose no event of a person, and n8n's log has a warning.
 * @param registeredTypes the event types of the current registration
 */
export function readPreferencesOrDefaults(
	context: IWebhookFunctions,
	registeredTypes: string[],
): DeliveryPreferences {
	const option = (name: string) => context.getNodeParameter(`options.${name}`, null);
	try {
		const { selectedTypes, boards } = readTriggerFields(context);
		return {
			selectedTypes,
			boards,
			output: option('output') === 'raw' ? 'raw' : 'simplified',
			// An expression that returns anything else, or nothing, leaves them on.
			ignoresDuplicates: !isFalse(option('ignoreDuplicates')),
			ignoresOwnTasks: !isFalse(option('ignoreOwnTasks')),
		};
	} catch (error) {
		const { name } = context.getNode();
		const hint = String(getMember(error, 'description') ?? '');
		const reason = joinMessageAndHint({ message: String(error), hint });
		context.logger.warn(`"${name}" could not read its parameters and uses none: ${reason}`);
		return {
			selectedTypes: registeredTypes,
			boards: [],
			output: 'simplified',
			ignoresDuplicates: false,
			ignoresOwnTasks: true,
		};
	}
}
