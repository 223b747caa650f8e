/* eslint-disable @n8n/community-nodes/no-restricted-imports -- development tool, never published */
import { readFileSync, statSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import ts from 'typescript';

import { active } from './active';

type Load = (id: string) => unknown;

const PARAMETERS = ['exports', 'require', 'module', '__filename', '__dirname', 'jest'];

/** n8n's loader asks for the built files: it gets the sources. */
const BUILT = /^.*\/dist\/((?:nodes|credentials)\/.*?)(?:\.js)?$/;

const COMPILER: ts.CompilerOptions = {
	module: ts.ModuleKind.CommonJS,
	target: ts.ScriptTarget.ES2022,
	esModuleInterop: true,
};

const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** Compiled once per process; a test file gets new modules from it for each mutant. */
export class Sources {
	private readonly compiled = new Map<string, (...values: unknown[]) => void>();
	private readonly resolved = new Map<string, string | undefined>();

	constructor(
		readonly root: string,
		private readonly mutated: Record<string, string>,
	) {}

	/** Undefined for installed and built-in modules, and for ES modules, which keep no state of ours. */
	resolve(id: string, from: string): string | undefined {
		if (!/^[./]/.test(id)) return undefined;
		const base = path.resolve(path.dirname(from), id.replace(BUILT, `${this.root}/$1`));
		if (!this.resolved.has(base)) this.resolved.set(base, this.find(base));
		return this.resolved.get(base);
	}

	compile(file: string) {
		const known = this.compiled.get(file);
		if (known !== undefined) return known;
		const text = this.mutated[file] ?? readFileSync(file, 'utf8');
		const code = file.endsWith('.ts')
			? ts.transpileModule(text, { compilerOptions: COMPILER, fileName: file }).outputText
			: text;
		const run = vm.compileFunction(code, PARAMETERS, { filename: file });
		this.compiled.set(file, run as (...values: unknown[]) => void);
		return run as (...values: unknown[]) => void;
	}

	private find(base: string): string | undefined {
		const isOurs = base.startsWith(this.root + path.sep) && !base.includes('/node_modules/');
		const names = [base, `${base}.ts`, `${base}.cjs`, path.join(base, 'index.ts')];
		const found = isOurs ? names.find(isFile) : undefined;
		return found?.endsWith('.mjs') ? undefined : found;
	}
}

/** The modules of one run of a test file, as jest would load them. Installed packages stay loaded. */
export class Modules {
	private modules = new Map<string, { exports: unknown }>();
	private readonly mocks = new Map<string, () => unknown>();

	constructor(
		private readonly sources: Sources,
		private readonly jest: object,
	) {
		const native = nodeModule as unknown as { _load: (id: string, ...rest: unknown[]) => unknown };
		const load = (originalLoad ??= native._load);
		// n8n's loader requires the package itself.
		native._load = (id, ...rest) => {
			const file = path.isAbsolute(id) ? sources.resolve(id, id) : undefined;
			return file === undefined ? load.call(native, id, ...rest) : this.load(file);
		};
	}

	/** What is reached while a module loads belongs to no test. */
	load(file: string): unknown {
		const known = this.modules.get(file);
		if (known !== undefined) return known.exports;
		const module = { exports: {} as unknown, id: file, filename: file };
		this.modules.set(file, module);
		if (file.endsWith('.json')) module.exports = JSON.parse(readFileSync(file, 'utf8'));
		else active.outsideTests(() => this.evaluate(file, module));
		return module.exports;
	}

	private evaluate(file: string, module: { exports: unknown }) {
		const native = createRequire(file);
		const actual: Load = (id) => {
			const own = this.sources.resolve(id, file);
			return own === undefined ? native(id) : this.load(own);
		};
		const load: Load = (id) => this.mocks.get(id)?.() ?? actual(id);
		const require = Object.assign(load, { resolve: native.resolve, cache: {} });
		const jest = { ...this.jest, ...this.registry(actual) };
		const values = [module.exports, require, module, file, path.dirname(file), jest];
		this.sources.compile(file).apply(module.exports, values);
	}

	private registry(requireActual: Load) {
		return {
			requireActual,
			doMock: (id: string, factory: () => unknown) => this.mocks.set(id, factory),
			isolateModules: (run: () => void) => {
				const outside = this.modules;
				this.modules = new Map();
				try {
					run();
				} finally {
					this.modules = outside;
				}
			},
		};
	}
}

let originalLoad: ((id: string, ...rest: unknown[]) => unknown) | undefined;
