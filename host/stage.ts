import { openEnvironment, type Environment } from './environment';

export type Stage = Environment;
export const openStage = async (settings: NodeJS.ProcessEnv = {}) =>
	await openEnvironment({ settings });
