import type { Step } from '../../transport/outcome';
import { mayHaveCreated } from '../../transport/policy';
import type { Item, Run } from '../item';

/** n8n runs all items again if an item fails: an item that may have created something keeps its outcome. */
export function keepForRetryOnFail({ completed }: Pick<Run, 'completed'>, item: Item): Step {
	return (next) => async () => {
		if (item.outcome !== undefined) return item.outcome;
		const outcome = await next();
		const isKept = mayHaveCreated(item.request.call, outcome);
		if (isKept) completed.set(item.index, { ...item, outcome });
		return outcome;
	};
}
