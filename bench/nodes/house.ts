/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/require-node-api-error -- development tool, never published */
import { createCredential, type Credential } from '../../host/credentials';
import { openStage, type Stage } from '../../host/stage';
import { LEAN } from '../../host/lean';
import { startServer, type Server } from '../server';

const SERVICE = `${__dirname}/service.ts`;

/** A stand-in of the service, and the credentials that n8n has for it. */
export interface Service {
	server: Server;
	/** How long a create takes there. */
	delayMs: number;
	own: Credential;
	wekan: Credential;
}

/** A real n8n with the packed package, and the stand-ins that its nodes call. */
export interface House {
	stage: Stage;
	services: Service[];
	close(): Promise<void>;
}

/** @param boards how many boards each stand-in has */
export async function openHouse(delaysMs: number[], boards = 1): Promise<House> {
	const stage = await openStage(LEAN);
	const services: Service[] = [];
	const close = async () => {
		await stage.close();
		for (const { server } of services) await server.stop();
	};
	try {
		for (const delayMs of delaysMs) services.push(await openService(stage, delayMs, boards));
		return { stage, services, close };
	} catch (error) {
		await close();
		throw error;
	}
}

async function openService({ session }: Stage, delayMs: number, boards: number): Promise<Service> {
	const options = ['--delay', String(delayMs), '--boards', String(boards)];
	const server = await startServer(SERVICE, ...options);
	const { url, token } = server;
	const own = await createCredential(session, {
		name: `Service, ${delayMs} ms`,
		type: 'workspaceTaskServiceApi',
		data: { baseUrl: url, apiToken: token },
	});
	const wekan = await createCredential(session, {
		name: `Wekan, ${delayMs} ms`,
		type: 'wekanApi',
		data: { username: 'user', password: 'password', url },
	});
	return { server, delayMs, own, wekan };
}
