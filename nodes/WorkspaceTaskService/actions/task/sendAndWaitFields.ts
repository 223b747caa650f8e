import { field } from '../../api/json';
import { hasNoObject } from '../../api/values/text';
import { approvalParameters } from '../../approval/parameters';
import { OBJECT } from '../../approval/visibleText';
import { taskFields } from './create.operation';

const OPTIONS = ['approvalOptions', 'values'];
/** Besides the fields of every task. */
const SHOWN = [['message'], [...OPTIONS, 'approveLabel'], [...OPTIONS, 'disapproveLabel']];
const SHOW_JSON = `must not contain ${OBJECT} (to show an object, use {{ JSON.stringify($json) }} or, in a human review, {{ JSON.stringify($tool.parameters) }})`;

const fields = taskFields.extend(approvalParameters.shape);

export const sendAndWaitFields = fields.superRefine((entered, context) => {
	for (const path of SHOWN) {
		const text = String(field(entered, ...path));
		if (hasNoObject(text)) continue;
		context.addIssue({
			code: 'custom',
			path,
			message: SHOW_JSON,
		});
	}
});
