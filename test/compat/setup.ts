import { installFor } from '../support/n8n/installFor';
import { buildIfStale } from '../../tools/n8n/build';
import prepareFolders from '../engine/setup';

/** The engine loads the built package, not its sources. */
export default async function prepareBuilt(): Promise<void> {
	installFor('--host', '--older');
	await buildIfStale();
	prepareFolders();
}
