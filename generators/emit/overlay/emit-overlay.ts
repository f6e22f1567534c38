/** The step between two versions → the modules of its overlay package. */
import type { CodeModule, Naming, TypesContext } from '../../code/index.js';
import type { Change, OperationRules, StepRule, VersionStep } from '../../ir/index.js';
import { conversionsModule } from './conversions-module.js';
import { OverlayNames } from './names.js';
import { changesModule, differencesModule, type ToldDifference } from './reports-modules.js';
import { rulesModules, rulesTable, type Differing } from './rules-modules.js';
import { passedOn } from './runtime.js';
import { bridgesModule, bridgesOf, stepsModule, type Bridge } from './steps-module.js';

export interface OverlayInput extends VersionStep {
  /** All rules of the operations that differ. */
  readonly operations: readonly OperationRules[];
  /** The operations that a rule acts on. */
  readonly operationsOf: (rule: StepRule) => readonly string[];
  readonly changes: readonly Change[];
  readonly types: { readonly older: TypesContext; readonly newer: TypesContext };
}

export interface EmittedOverlay {
  readonly package: string;
  readonly modules: readonly CodeModule[];
  readonly operations: readonly Differing[];
  readonly differences: readonly ToldDifference[];
  readonly bridges: readonly [Bridge, Bridge];
}

export function emitOverlay(input: OverlayInput, naming: Naming): EmittedOverlay {
  const { version, older, newer, types } = input;
  const groups = new Map([...older.operations, ...newer.operations].map(({ id, group }) => [id, group]));
  const operations = input.operations.map((operation) => ({
    ...operation,
    group: groups.get(operation.id) ?? 'common',
  }));
  const names = new OverlayNames(operations, naming, version);
  const differences = toldOf(input, operations);
  const bridges = bridgesOf([older.version, newer.version], input.rules, input.operationsOf);
  const modules = [
    ...rulesModules(operations, names),
    {
      ...names.module('rules'),
      about: `The rules that convert messages between version ${older.version} and version ${newer.version}, as data.`,
      declarations: [rulesTable(operations, names)],
      passesOn: [],
    },
    conversionsModule(operations, names, { api: older, types: types.older }, { api: newer, types: types.newer }),
    stepsModule(bridges, names),
    bridgesModule(bridges, names),
    differencesModule(differences, names),
    changesModule(input.changes, names),
  ];
  const about = `The conversion between version ${older.version} and version ${newer.version}.`;
  const exported = modules.filter(({ path }) => !path.startsWith('gen/rules/'));
  const passesOn = [
    ...exported.flatMap(({ declarations }) => declarations.flatMap(({ symbols }) => symbols)),
    ...passedOn,
  ];
  const index = { ...names.module('index'), about, declarations: [], passesOn };
  return { package: names.package, modules: [...modules, index], operations, differences, bridges };
}

function toldOf({ differences }: OverlayInput, operations: readonly Differing[]): readonly ToldDifference[] {
  return differences.map(({ id, says }) => ({
    id,
    says,
    operations: operations
      .filter(({ rules }) => Object.values(rules).some((list) => list.some(({ difference }) => difference === id)))
      .map((operation) => operation.id),
  }));
}
