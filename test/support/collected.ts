import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MAX_COLLECTIONS = 10;

/** Whether nothing holds the object any more. */
export async function isCollected(object: WeakRef<object>): Promise<boolean> {
	for (let collection = 0; collection < MAX_COLLECTIONS; collection += 1) {
		// A WeakRef keeps its object until the current job ends.
		await setImmediate();
		collectGarbage();
		if (object.deref() === undefined) return true;
	}
	return false;
}
