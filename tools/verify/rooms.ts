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
		paths: [`${NODE}/approval/`, `${NODE}/approval/task.sendAndWait.ts`],
		doors: 2,
	},
	'own tasks': { paths: [`${NODE}/ownTasks/`], doors: 4 },
	duplicates: { paths: [`${NODE}/trigger/events/duplicates.ts`], doors: 1 },
	'address checks': { paths: [`${NODE}/trigger/addressCheck.ts`], doors: 1 },
	'Create Once Per': { paths: [`${NODE}/actions/oncePer/`], doors: 3 },
	'boards by name': { paths: [`${NODE}/action/steps/boardByName.ts`], doors: 2 },
	'Retry On Fail': { paths: [`${NODE}/action/steps/retryOnFail.ts`], doors: 1 },
	login: {
		paths: [
			`${NODE}/transport/login/`,
			'credentials/WorkspaceTaskServiceLoginApi.credentials.ts',
			// It only lists what is published.
			'index.ts',
		],
		doors: 2,
	},
	limits: { paths: [`${NODE}/limits/`], doors: 2 },
	errors: { paths: [`${NODE}/messages/`], doors: 3 },
	registration: { paths: [`${NODE}/trigger/registration/`], doors: 3 },
};

export const roomFindings = () => roomFindingsOf(root, ROOMS);

/**
 * Takes each room out in turn and compiles: a file outside that does not compile is a door.
 * @param folder with a tsconfig.json
 */
export function roomFindingsOf(folder: string, rooms: Record<string, Room>): string[] {
	const { files, compileWithout } = openCompiler(folder);
	return Object.entries(rooms).flatMap(([name, { paths, doors }]) => {
		const missing = paths.filter((place) => !files.some((file) => isIn(file, place)));
		if (missing.length > 0) return [`${name}: there is no ${missing.join(', ')}`];
		const known = compileWithout((file) => paths.some((place) => isIn(file, place)));
		if (known.length <= doors) return [];
		return [`${name}: ${known.length} files know it, ${doors} may: ${known.join(', ')}`];
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
	const relative = (file: string) => path.relative(folder, file);
	const compileWithout = (isRemoved: (file: string) => boolean) => {
		const isHidden = (file: string) => isRemoved(relative(file));
		const fileExists = (file: string) => !isHidden(file) && host.fileExists(file);
		const rootNames = fileNames.filter((file) => !isHidden(file));
		const without = { ...host, getSourceFile, fileExists };
		const program = ts.createProgram({ rootNames, options, host: without });
		return rootNames.flatMap((file) =>
			firstLine(program, file).map((line) => `${relative(file)}:${line}`),
		);
	};
	return { files: fileNames.map(relative), compileWithout };
}

/** The first line that does not compile, if there is one. */
function firstLine(program: ts.Program, file: string): number[] {
	const source = program.getSourceFile(file);
	const [first] = program.getSemanticDiagnostics(source);
	if (source === undefined || first === undefined) return [];
	return [source.getLineAndCharacterOfPosition(first.start ?? 0).line + 1];
}
