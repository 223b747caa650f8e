/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import ts from 'typescript';

/** Not documented by Node.js; tsx uses it too. */
const native = nodeModule as unknown as {
	_load(id: string, ...rest: unknown[]): unknown;
	_resolveFilename(id: string, parent: NodeJS.Module | undefined, ...rest: unknown[]): string;
	_extensions: Record<string, (module: NodeJS.Module, file: string) => void>;
};

type Code = (this: unknown, ...values: unknown[]) => void;

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname', 'jest'];

const COMPILER: ts.CompilerOptions = {
	module: ts.ModuleKind.CommonJS,
	target: ts.ScriptTarget.ES2022,
	esModuleInterop: true,
};

/** n8n's loader asks for the built files: it gets the sources. */
const BUILT = /^.*\/dist\/(?=(?:nodes|credentials)\/)/;

const root = process.cwd() + path.sep;

const mocks = new Map<string, () => unknown>();

/** Installed packages stay loaded, and this tool. */
function takeModules(): NodeJS.Dict<NodeJS.Module> {
	const ours = Object.entries(require.cache).filter(
		([file]) =>
			file.startsWith(root) && !file.includes('/node_modules/') && !file.startsWith(__dirname),
	);
	for (const [file] of ours) delete require.cache[file];
	return Object.fromEntries(ours);
}

/** What `jest` is in a file, as far as it concerns modules. */
const registryOf = (requireActual: (id: string) => unknown) => ({
	requireActual,
	doMock: (id: string, factory: () => unknown) => mocks.set(id, factory),
	isolateModules(run: () => void) {
		const outside = takeModules();
		run();
		takeModules();
		Object.assign(require.cache, outside);
	},
});

/**
 * Loads TypeScript, some of it mutated.
 * @param jest what `jest` is in all files
 * @param wrap around the loading of each file
 */
export function useSources(
	mutated: Map<string, string>,
	jest: object,
	wrap: (load: () => void) => void,
): void {
	const compiled = new Map<string, Code>();
	const compile = (file: string) => {
		const text = mutated.get(file) ?? readFileSync(file, 'utf8');
		const { outputText } = ts.transpileModule(text, { compilerOptions: COMPILER });
		const code = vm.compileFunction(outputText, PARAMETERS, { filename: file }) as Code;
		compiled.set(file, code);
		return code;
	};
	native._extensions['.ts'] = (module, file) => {
		const require = nodeModule.createRequire(file);
		const code = compiled.get(file) ?? compile(file);
		const { exports } = module;
		const ownJest = { ...jest, ...registryOf(require) };
		wrap(() => code.call(exports, exports, require, module, file, path.dirname(file), ownJest));
	};
	// Else each new module would look for all of its imports again.
	const resolved = new Map<string, string>();
	const resolve = native._resolveFilename;
	native._resolveFilename = (id, parent, ...rest) => {
		const key = `${parent?.filename} ${id}`;
		const found = resolved.get(key) ?? resolve(id, parent, ...rest);
		resolved.set(key, found);
		return found;
	};
	const load = native._load;
	native._load = (id, ...rest) => mocks.get(id)?.() ?? load(id.replace(BUILT, root), ...rest);
}

/** With new modules, as jest does. */
export function loadNew(file: string): void {
	mocks.clear();
	takeModules();
	// Installed ones would keep them.
	for (const module of Object.values(require.cache)) Object.assign(module ?? {}, { children: [] });
	nodeModule.createRequire(file)(file);
}
