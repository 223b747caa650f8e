import { buildIfStale } from '../../tools/n8n/build';
import prepareHome from '../engine/setup';

/** Here the engine loads the built package, not its sources. */
export default async function prepareBuilt(): Promise<void> {
	await buildIfStale();
	prepareHome();
}
