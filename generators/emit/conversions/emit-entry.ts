/** The differences between two versions → the modules of an entry point: the conversion and, with types, its converters and the changes. */
import type { Change } from '../../emitter/index.js';
import { conversionsModule } from './conversions-module.js';
import { emitConversion, type ConvertedStep, type EmittedConversion } from './emit-conversion.js';
import type { ModuleFolder } from './names.js';
import { changesModule } from './reports-modules.js';
import { runtimeReexports } from './runtime.js';

export interface EntryInput extends ConvertedStep {
  readonly changes: readonly Change[];
}

/** Returns the modules of a conversion with its entry point, `index.ts` in their folder. */
export function emitEntry(input: EntryInput, home: ModuleFolder): EmittedConversion {
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
  const reexports = [
    ...exported.flatMap(({ declarations }) => declarations.flatMap(({ symbols }) => symbols)),
    ...runtimeReexports,
  ];
  const index = { ...names.module('index'), about, declarations: [], reexports };
  return { ...emitted, modules: [...modules, index] };
}
