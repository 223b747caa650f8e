/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import path from 'node:path';
import ts from 'typescript';
import { root } from '../install/paths.cjs';

/** What the core could do without: the folders and files of a feature. */
interface Room {
	/** A folder ends with a slash. */
	paths: string[];
	/** How many files outside may know it. */
	doors: number;
}

const NODE = 'nodes/WorkspaceTaskService';

/** As docs/ARCHITECTURE.md lists them. */
const ROOMS: Record<string, Room> = {
	approval: {
		paths: [`${NODE}/approval/`, `${NODE}/actions/task/sendAndWait.operation.ts`],
		doors: 2,
	},
	'own tasks': {
		paths: [
			`${NODE}/ownTasks/`,
			`${NODE}/actions/steps/limitSelfStarts.ts`,
			`${NODE}/actions/steps/noteOwnTask.ts`,
			`${NODE}/trigger/events/ownEvents.ts`,
		],
		doors: 2,
	},
	duplicates: { paths: [`${NODE}/trigger/events/duplicates.ts`], doors: 1 },
	'address checks': {
		paths: [`${NODE}/trigger/addressCheck.ts`, `${NODE}/api/read/delivery/handshake.ts`],
		doors: 1,
	},
	'Create Once Per': { paths: [`${NODE}/actions/oncePer/`], doors: 2 },
	'boards by name': { paths: [`${NODE}/actions/board/byName.ts`], doors: 2 },
	'Retry On Fail': { paths: [`${NODE}/actions/steps/retryOnFail.ts`], doors: 2 },
	login: { paths: [`${NODE}/transport/login/`], doors: 7 },
	limits: { paths: [`${NODE}/transport/limits/`], doors: 2 },
	errors: { paths: [`${NODE}/transport/errors/`], doors: 3 },
	registration: { paths: [`${NODE}/trigger/registration/`], doors: 5 },
};

export const roomFindings = () => roomFindingsOf(root, ROOMS);

/**
 * Takes each room out in turn and compiles: a file outside that does not compile is a door.
 * @param folder with a tsconfig.json
 */
export function roomFindingsOf(folder: string, rooms: Record<string, Room>): string[] {
	const compile = openCompiler(folder);
	return Object.entries(rooms).flatMap(([name, { paths, doors }]) => {
		const { removed, broken } = compile((file) => paths.some((one) => isIn(file, one)));
		if (removed === 0) return [`${name}: there is no ${paths.join(', ')}`];
		if (broken.length <= doors) return [];
		return [`${name}: ${broken.length} files know it, ${doors} may: ${broken.join(', ')}`];
	});
}

const isIn = (file: string, place: string) =>
	place.endsWith('/') ? file.startsWith(place) : file === place;

/** Each source file is parsed once. */
function openCompiler(folder: string) {
	const { config } = ts.readConfigFile(path.join(folder, 'tsconfig.json'), ts.sys.readFile);
	const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
	const host = ts.createCompilerHost(options, true);
	const parse = host.getSourceFile.bind(host);
	const parsed = new Map<string, ts.SourceFile | undefined>();
	const getSourceFile: typeof parse = (file, ...rest) => {
		if (!parsed.has(file)) parsed.set(file, parse(file, ...rest));
		return parsed.get(file);
	};
	return (isRemoved: (file: string) => boolean) => {
		const isHidden = (file: string) => isRemoved(path.relative(folder, file));
		const fileExists = (file: string) => !isHidden(file) && host.fileExists(file);
		const rootNames = fileNames.filter((file) => !isHidden(file));
		const without = { ...host, getSourceFile, fileExists };
		const program = ts.createProgram({ rootNames, options, host: without });
		const broken = rootNames.flatMap((file) => doorIn(folder, program, file));
		return { removed: fileNames.length - rootNames.length, broken };
	};
}

/** The file and the first line that does not compile, if there is one. */
function doorIn(folder: string, program: ts.Program, file: string): string[] {
	const source = program.getSourceFile(file);
	const [first] = program.getSemanticDiagnostics(source);
	if (first?.file === undefined) return [];
	const { line } = first.file.getLineAndCharacterOfPosition(first.start ?? 0);
	return [`${path.relative(folder, file)}:${line + 1}`];
}
