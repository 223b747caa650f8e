import { existsSync, readFileSync } from 'node:fs';
import nodeModule from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import ts from 'typescript';

/** Not documented by Node.js; tsx uses it too. */
const native = nodeModule as unknown as {
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

const loaded = new Map<string, NodeJS.Module>();
/** While modules are isolated. */
const mocks = new Map<string, unknown>();

function unload(): void {
	for (const file of loaded.keys()) delete require.cache[file];
	loaded.clear();
}

function isolateModules(run: () => void): void {
	const outside = [...loaded];
	unload();
	run();
	mocks.clear();
	unload();
	for (const [file, module] of outside) {
		loaded.set(file, module);
		require.cache[file] = module;
	}
}

/** As jest does: a source before the .json file of that name. */
function sourceOf(id: string, parent = ''): string | undefined {
	if (!/^[./]/.test(id)) return undefined;
	const name = id.replace(BUILT, `${process.cwd()}/`).replace(/(\.js|\.ts)?$/, '.ts');
	const file = path.resolve(path.dirname(parent), name);
	return existsSync(file) ? file : undefined;
}

/**
 * From now on, loads TypeScript, some of it mutated.
 * @param jest what `jest` is in all files
 */
export function useSources(mutated: Record<string, string>, jest: object): void {
	const compiled = new Map<string, Code>();
	const compile = (file: string) => {
		const text = mutated[file] ?? readFileSync(file, 'utf8');
		const { outputText } = ts.transpileModule(text, { compilerOptions: COMPILER });
		const code = vm.compileFunction(outputText, PARAMETERS, { filename: file }) as Code;
		compiled.set(file, code);
		return code;
	};
	native._extensions['.ts'] = (module, file) => {
		loaded.set(file, module);
		const actual = nodeModule.createRequire(file);
		const load = (id: string): unknown => (mocks.has(id) ? mocks.get(id) : actual(id));
		const require = Object.assign(load, actual);
		const code = compiled.get(file) ?? compile(file);
		const { exports } = module;
		const doMock = (id: string, make: () => unknown) => mocks.set(id, make());
		const ownJest = { ...jest, isolateModules, doMock, requireActual: actual };
		code.call(exports, exports, require, module, file, path.dirname(file), ownJest);
	};
	// Else each new module would look for all of its imports again.
	const resolved = new Map<string, string>();
	const resolve = native._resolveFilename;
	native._resolveFilename = (id, parent, ...rest) => {
		const from = parent?.filename;
		const key = `${from} ${id}`;
		const file = resolved.get(key) ?? sourceOf(id, from) ?? resolve(id, parent, ...rest);
		resolved.set(key, file);
		return file;
	};
}

/** With new modules, as jest does. */
export function loadNew(file: string): void {
	unload();
	// Installed ones would keep them.
	for (const module of Object.values(require.cache)) Object.assign(module ?? {}, { children: [] });
	nodeModule.createRequire(file)(file);
}
