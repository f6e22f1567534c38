/** The differences between two versions → the modules of the overlay package. */
import type { CodeModule, Naming, TypesContext } from '../../code/index.js';
import type { Change, OperationRules, HookRule, VersionStep } from '../../ir/index.js';
import { clientsModule, type ConversionHooks } from './clients-module.js';
import { conversionsModule } from './conversions-module.js';
import { OverlayNames } from './names.js';
import { changesModule, differencesModule, type ReportedDifference } from './reports-modules.js';
import { rulesModules, rulesTable, type Differing } from './rules-modules.js';
import { runtimeReexports } from './runtime.js';
import { bridgesModule, bridgesOf, hooksModule, type Bridge } from './hooks-module.js';

export interface OverlayInput extends VersionStep {
  /** All rules of the operations that differ. */
  readonly operations: readonly OperationRules[];
  /** Returns the operations that a rule acts on. */
  readonly operationsOf: (rule: HookRule) => readonly string[];
  readonly changes: readonly Change[];
  /** The package of the default conversion hooks. Without it, the users of the package pass all hooks. */
  readonly hooks?: ConversionHooks;
  readonly types: { readonly older: TypesContext; readonly newer: TypesContext };
}

export interface EmittedOverlay {
  readonly package: string;
  readonly modules: readonly CodeModule[];
  readonly operations: readonly Differing[];
  readonly differences: readonly ReportedDifference[];
  readonly bridges: readonly [Bridge, Bridge];
  /** Whether the conversions can be created without passing hooks: there are default ones, or none is needed. */
  readonly isComplete: boolean;
}

export function emitOverlay(input: OverlayInput, naming: Naming): EmittedOverlay {
  const { version, older, newer, types } = input;
  const groups = new Map([...older.operations, ...newer.operations].map(({ id, group }) => [id, group]));
  const operations = input.operations.map((operation) => ({
    ...operation,
    group: groups.get(operation.id) ?? 'common',
  }));
  const names = new OverlayNames(operations, naming, version);
  const differences = reportedDifferences(input, operations);
  const bridges = bridgesOf([older.version, newer.version], input.rules, input.operationsOf);
  const isComplete = input.hooks !== undefined || bridges.every(({ hooks }) => hooks.length === 0);
  const modules = [
    ...rulesModules(operations, names),
    {
      ...names.module('rules'),
      about: `The rules that convert messages between version ${older.version} and version ${newer.version}, as data.`,
      declarations: [rulesTable(operations, names)],
      reexports: [],
    },
    conversionsModule(operations, names, { api: older, types: types.older }, { api: newer, types: types.newer }),
    hooksModule(bridges, names),
    bridgesModule(bridges, names),
    ...(isComplete ? [clientsModule(bridges, input.hooks, names)] : []),
    differencesModule(differences, names),
    changesModule(input.changes, names),
  ];
  const about = `The conversion between version ${older.version} and version ${newer.version}.`;
  const exported = modules.filter(({ path }) => !path.startsWith('gen/rules/'));
  const reexports = [
    ...exported.flatMap(({ declarations }) => declarations.flatMap(({ symbols }) => symbols)),
    ...runtimeReexports,
  ];
  const index = { ...names.module('index'), about, declarations: [], reexports };
  return { package: names.package, modules: [...modules, index], operations, differences, bridges, isComplete };
}

function reportedDifferences(
  { differences }: OverlayInput,
  operations: readonly Differing[],
): readonly ReportedDifference[] {
  return differences.map(({ id, descriptions }) => ({
    id,
    descriptions,
    operations: operations
      .filter(({ rules }) => Object.values(rules).some((list) => list.some(({ difference }) => difference === id)))
      .map((operation) => operation.id),
  }));
}
