import { installFor } from '../../tools/install/installFor';
import { postgresPrograms } from '../../tools/queue/postgres';

/** Also names what to install once, before any test. */
export default function findPrograms(): void {
	installFor('--host');
	postgresPrograms();
}
