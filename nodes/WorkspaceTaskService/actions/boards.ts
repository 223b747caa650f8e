import { NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';

import { board } from '../api/responses';
import type { ServiceObject, WantedBoard } from './operation';

export interface BoardNames {
	byName: Map<string, ServiceObject[]>;
	/** The service has more boards than it returned, or did not name all. */
	isPartial: boolean;
}

export function nameKey(name: string): string {
	return name.normalize().trim().toLowerCase();
}

export function boardNames(boards: ServiceObject[], hasMore: boolean): BoardNames {
	const byName = new Map<string, ServiceObject[]>();
	let isPartial = hasMore;
	for (const one of boards) {
		const { name } = board.parse(one);
		if (name === undefined) isPartial = true;
		else byName.set(nameKey(name), [...(byName.get(nameKey(name)) ?? []), one]);
	}
	return { byName, isPartial };
}

/** @throws NodeOperationError if several boards have the name, or if it is unknown whether one has */
export function boardNamed(
	context: IExecuteFunctions,
	{ byName, isPartial }: BoardNames,
	{ name, orById }: WantedBoard,
	itemIndex: number,
): ServiceObject | undefined {
	const [found, ...others] = byName.get(nameKey(name)) ?? [];
	if (others.length === 0 && (found !== undefined || !isPartial)) return found;
	const shown = JSON.stringify(name.slice(0, 100));
	const ids = [found, ...others].map((one) => board.parse(one ?? {}).id ?? 'without ID');
	const [message, advice] =
		others.length > 0
			? [
					`Several boards have the name ${shown}: ${ids.slice(0, 20).join(', ')}`,
					'Select a Workspace, or rename one of the boards.',
				]
			: [
					`The service did not return the names of all boards, and none that it returned is ${shown}`,
					'Use Board → Create if you are sure that there is none.',
				];
	throw new NodeOperationError(context.getNode(), message, {
		itemIndex,
		description: `Nothing was created. ${orById ? 'Use the ID of the board instead.' : advice}`,
	});
}
