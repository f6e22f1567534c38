/** The model of a version → the modules of its types package. */
import {
  groupModule,
  modulePath,
  operationsModule,
  reexported,
  type EmittedEntry,
  type ModuleId,
  type Naming,
  everyOperation,
  type Api,
} from '../../emitter/index.js';
import type { Identifiers } from './identifiers.js';
import { TypeNames } from './names.js';
import { operationDeclarations } from './operations.js';
import { schemaDeclaration } from './schemas.js';
import { stateSetsDeclaration } from './state-sets.js';

export interface EmittedTypes extends EmittedEntry {
  readonly names: TypeNames;
}

/** What was decided before: the entry points that are emitted, and identifiers. */
export interface TypesBefore {
  /** The extended version, whose equal declarations are re-exported by name. */
  readonly base?: EmittedTypes | undefined;
  /** For the exact entry point: the plain one of the version, which declares everything without large integers. */
  readonly plain?: EmittedTypes;
  /** The identifiers of the version. @default those that it chooses alone */
  readonly identifiers?: Identifiers;
}

export function emitTypes(api: Api, naming: Naming, { base, plain, identifiers }: TypesBefore = {}): EmittedTypes {
  const names = new TypeNames(api, naming, identifiers);
  const stateModule: ModuleId = { package: names.package, path: modulePath(naming, 'state-sets') };
  const declarations = [
    ...api.schemas
      .filter(({ name }) => names.owns(names.schema(name)))
      .map((schema) => schemaDeclaration(schema, names)),
    ...everyOperation(api)
      .filter((operation) => names.owns(names.part(operation, 'Operation')))
      .flatMap((operation) => operationDeclarations(operation, names))
      .filter(({ symbols }) => symbols.every(names.owns)),
    ...(plain === undefined && api.stateSets.length > 0 ? [stateSetsDeclaration(api.stateSets, stateModule)] : []),
  ];
  const exact = naming.exact ? ', with exact integers' : '';
  const about = aboutModules(api, naming);
  const entry = reexported(
    {
      package: names.package,
      index: modulePath(naming, 'index'),
      declarations,
      about: (path) => about.get(path) ?? `The types of API version ${api.version}${exact}.`,
      // The names of this entry take precedence over those of the plain one, which has the same names.
      statements: plain === undefined ? [] : ["export * from '../index.js';"],
      ...(plain && { origin: plain.origin }),
    },
    base && [base],
  );
  return { ...entry, names };
}

function aboutModules(api: Api, naming: Naming): ReadonlyMap<string, string> {
  const about = new Map<string, string>([[modulePath(naming, 'state-sets'), 'The named state sets.']]);
  for (const { name, title } of [...api.groups, { name: 'common', title: 'several groups' }]) {
    about.set(groupModule(naming, name), `Types of ${title}.`);
    about.set(operationsModule(naming, name), `Operations of ${title}.`);
  }
  return about;
}
