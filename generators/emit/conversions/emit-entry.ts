/** The differences between two versions → the modules of an entry point: the conversion and, with types, its converters and the changes. */
import type { Change, CodeModule, Declaration } from '../../emitter/index.js';
import { conversionsModule } from './conversions-module.js';
import { emitConversion, type ConvertedStep, type EmittedConversion } from './emit-conversion.js';
import type { ModuleFolder } from './names.js';
import { changesModule } from './reports-modules.js';
import { runtimeReexports } from './runtime.js';

export interface EntryInput extends ConvertedStep {
  readonly changes: readonly Change[];
}

/**
 * Returns the modules of a conversion with its entry point, `index.ts` in their folder.
 *
 * @param hasOthers whether the package has the entry points of further versions, with which it shares `runtimeModule`
 */
export function emitEntry(input: EntryInput, home: ModuleFolder, hasOthers = false): EmittedConversion {
  const { older, newer, types } = input;
  const emitted = emitConversion(input, home);
  const { operations, names } = emitted;
  // What only programs that know the types of both versions use.
  const typed = types && [
    conversionsModule(
      { operations, exactNames: input.ignoresUnknown !== true },
      names,
      { api: older, types: types.older },
      { api: newer, types: types.newer },
    ),
    changesModule(input.changes, names),
  ];
  const modules = [...emitted.modules, ...(typed ?? [])];
  const about = `The conversion between version ${older.version} and version ${newer.version}.`;
  const exported = modules.filter(({ path }) => !path.startsWith(`${home.folder}/rules/`));
  const index = names.module('index');
  const entry = hasOthers
    ? { declarations: [allOf(exported, home)], reexports: [] }
    : { declarations: [], reexports: [...namesOf(exported), ...runtimeReexports] };
  return { ...emitted, modules: [...modules, { ...index, about, ...entry }] };
}

/** Returns the module whose names the entry point of each version exports. */
export function runtimeModule(owner: string): CodeModule {
  const about = 'What the entry point of each version exports beside its conversion.';
  return { package: owner, path: 'gen/runtime.ts', about, declarations: [], reexports: runtimeReexports };
}

function namesOf(modules: readonly CodeModule[]) {
  return modules.flatMap(({ declarations }) => declarations.flatMap(({ symbols }) => symbols));
}

/** Exports everything that the modules of a version export, and `runtimeModule`. */
function allOf(modules: readonly CodeModule[], { folder }: ModuleFolder): Declaration {
  const own = modules.map(({ path }) => `.${path.slice(folder.length).replace(/\.ts$/, '.js')}`);
  const lines = ['../runtime.js', ...own.sort()].map((path) => `export * from '${path}';`);
  return { symbols: [], statements: [lines.join('\n')] };
}
