import { name } from '../../package.json';
import { openNpmRegistry } from './npm-registry';
import { openTriggerStage, type TriggerStage } from './trigger-stage';

/** What the buttons under Settings → Community nodes call. */
export interface Buttons {
	install(): Promise<unknown>;
	update(): Promise<unknown>;
	uninstall(): Promise<unknown>;
	/** What the next installation or update finds. */
	offer(tarball: string): Promise<void>;
}

/** An n8n without the package, and a registry in which it finds it. */
export async function openInstallStage(): Promise<TriggerStage & Buttons> {
	const { settings, offer, close: closeRegistry } = await openNpmRegistry();
	const opening = openTriggerStage(settings, { install: async () => 'nothing' });
	const stage = await opening.catch(async (error: unknown) => {
		await closeRegistry();
		throw error;
	});
	const { session, close: closeStage } = stage;
	const path = '/rest/community-packages';
	return Object.assign(stage, {
		offer,
		install: async () => await session.rest('POST', path, { name }),
		update: async () => await session.rest('PATCH', path, { name }),
		uninstall: async () => await session.rest('DELETE', `${path}?name=${name}`),
		close: async () => {
			await closeStage();
			await closeRegistry();
		},
	});
}
