import { buildIfStale } from '../../host/build';
import prepareHome from '../engine/setup';

/** Here the engine loads the built package, not its sources. */
export default async function prepareBuilt(): Promise<void> {
	await buildIfStale();
	prepareHome();
}
