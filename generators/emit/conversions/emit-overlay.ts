/** The differences between two versions → the modules of the overlay package: the conversion, its converters with types, and the changes. */
import { packageName, type Naming, type Change } from '../../emitter/index.js';
import { conversionsModule } from './conversions-module.js';
import { emitConversion, type ConvertedStep, type EmittedConversion } from './emit-conversion.js';
import { changesModule } from './reports-modules.js';
import { runtimeReexports } from './runtime.js';

export interface OverlayInput extends ConvertedStep {
  readonly changes: readonly Change[];
  readonly types: NonNullable<ConvertedStep['types']>;
}

export interface EmittedOverlay extends EmittedConversion {
  readonly package: string;
}

export function emitOverlay(input: OverlayInput, naming: Naming): EmittedOverlay {
  const { older, newer, types } = input;
  const home = { package: packageName(naming, 'overlay', input.version), folder: 'gen' };
  const emitted = emitConversion(input, home);
  const { operations, names } = emitted;
  const modules = [
    ...emitted.modules,
    conversionsModule(
      { operations, exactNames: input.ignoresUnknown !== true },
      names,
      { api: older, types: types.older },
      { api: newer, types: types.newer },
    ),
    changesModule(input.changes, names),
  ];
  const about = `The conversion between version ${older.version} and version ${newer.version}.`;
  const exported = modules.filter(({ path }) => !path.startsWith('gen/rules/'));
  const reexports = [
    ...exported.flatMap(({ declarations }) => declarations.flatMap(({ symbols }) => symbols)),
    ...runtimeReexports,
  ];
  const index = { ...names.module('index'), about, declarations: [], reexports };
  return { ...emitted, package: home.package, modules: [...modules, index] };
}
