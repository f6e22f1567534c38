/** The rules between two versions → the modules of both conversions. */
import type { CodeModule, ConversionStep, TypesContext } from '../../emitter/index.js';
import { clientsModule, type ConversionHooks } from './clients-module.js';
import { bridgesOf, type Bridge } from './hooks-module.js';
import { ConversionNames, type ModuleFolder } from './names.js';
import { differencesDeclarations, type ReportedDifference } from './reports-modules.js';
import { rulesModules, rulesTable, type Differing } from './rules-modules.js';

/** Two neighbouring versions, and what else their conversion is generated from. */
export interface ConvertedStep extends ConversionStep {
  /** The types of both versions; without them, functions take and return any value. */
  readonly types?: { readonly older: TypesContext; readonly newer: TypesContext };
  /** The package of the default conversion hooks. Without it, the users of the conversions pass all hooks. */
  readonly hooks?: ConversionHooks;
}

export interface EmittedConversion {
  readonly names: ConversionNames;
  readonly modules: readonly CodeModule[];
  readonly operations: readonly Differing[];
  readonly differences: readonly ReportedDifference[];
  readonly bridges: readonly [Bridge, Bridge];
  /** Whether the conversions can be created without passing hooks: there are default ones, or none is needed. */
  readonly isComplete: boolean;
}

export function emitConversion(step: ConvertedStep, home: ModuleFolder): EmittedConversion {
  const { older, newer } = step;
  const groups = new Map([...older.operations, ...newer.operations].map(({ id, group }) => [id, group]));
  const operations = step.operations.map((operation) => ({
    ...operation,
    group: groups.get(operation.id) ?? 'common',
  }));
  const names = new ConversionNames(operations, home);
  const differences = reportedDifferences(step, operations);
  const bridges = bridgesOf([older.version, newer.version], step.rules, step);
  const isComplete = step.hooks !== undefined || bridges.every(({ hooks }) => hooks.length === 0);
  const modules = [
    ...rulesModules(operations, names),
    clientsModule(
      step,
      bridges,
      [rulesTable(operations, names), ...differencesDeclarations(differences, names)],
      names,
    ),
  ];
  return { names, modules, operations, differences, bridges, isComplete };
}

function reportedDifferences(
  { differences }: ConvertedStep,
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
