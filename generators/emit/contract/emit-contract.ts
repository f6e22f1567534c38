/** The model of a version → the modules of its contract package. */
import {
  operationsByNoun,
  call,
  commentText,
  constant,
  fileName,
  list,
  literal,
  mention,
  object,
  propertyKey,
  reexported,
  type Code,
  type CodeModule,
  type Declaration,
  type EmittedEntry,
  type CodeEntry,
  type Naming,
  type Api,
} from '../../emitter/index.js';
import { addressDeclarations } from './address.js';
import { ContractNames, type ContractEntry } from './names.js';
import { operationDeclaration } from './operation.js';
import { operationSchemasDeclaration } from './operation-schemas.js';
import { runtime } from './runtime.js';
import { schemaDeclaration } from './schemas.js';

export interface EmittedContract {
  readonly names: ContractNames;
  readonly operations: EmittedEntry;
  readonly schemas: EmittedEntry;
  /** The modules of all entry points. */
  readonly modules: readonly CodeModule[];
}

/** Emits a contract package. @param base the extended version, whose equal constants are re-exported by name */
export function emitContract(api: Api, naming: Naming, base?: EmittedContract): EmittedContract {
  const names = new ContractNames(api, naming);
  const version = commentText(api.version).replaceAll('\n', ' ');
  const entry = (name: ContractEntry, about: string, declarations: readonly Declaration[]) =>
    reexported(
      {
        ...indexOf(names, name),
        declarations,
        about: aboutModules(names, api, `${about} of API version ${version}.`),
      },
      base && [base[name]],
    );
  const operations = entry('operations', 'The operations', [
    ...addressDeclarations(api, names),
    ...api.operations.map((operation) => operationDeclaration(operation, names)),
  ]);
  const schemas = entry('schemas', 'The schemas', [
    ...names.schemas.map((schema) => schemaDeclaration(schema, names, api)),
    ...api.operations.map((operation) => operationSchemasDeclaration(operation, names, api)),
  ]);
  const contract = reexported({
    package: names.package,
    index: 'gen/index.ts',
    declarations: [],
    versionSpecific: [contractDeclaration(api, names)],
    about: () => `The contract of API version ${version}.`,
    entries: [operations, schemas],
  });
  return { names, operations, schemas, modules: [operations, schemas, contract].flatMap(({ modules }) => modules) };
}

function indexOf(names: ContractNames, entry: ContractEntry): { readonly package: string; readonly index: string } {
  const { package: owner, path } = names.entry(entry, 'index');
  return { package: owner, index: path };
}

function contractDeclaration(api: Api, names: ContractNames): Declaration {
  const nouns = [...operationsByNoun(api)].map(([noun, operations]): CodeEntry => {
    const verbs = operations.map((operation): CodeEntry => {
      const pair = list([mention(names.operation(operation)), mention(names.operationSchemas(operation))]);
      return [propertyKey(operation.verb), pair];
    });
    return [propertyKey(noun), object(verbs, 'open')];
  });
  return {
    symbols: [names.contract],
    statements: [
      constant({
        name: names.contract.name,
        type: runtime('Contract'),
        value: call(
          `/* @__PURE__ */ ${runtime('contractOf')}`,
          literal(api.version),
          object(nouns, 'open'),
          ...addressCode(names),
        ),
        comment: 'Every operation by noun and verb, with its schemas.',
      }),
    ],
  };
}

/** Returns the argument with the servers and the security schemes, if there are any. */
function addressCode({ servers, securitySchemes }: ContractNames): readonly Code[] {
  const entries = [
    ...(servers ? [['servers', mention(servers)] as const] : []),
    ...(securitySchemes ? [['securitySchemes', mention(securitySchemes)] as const] : []),
  ];
  return entries.length === 0 ? [] : [object(entries)];
}

function aboutModules(names: ContractNames, api: Api, index: string): (path: string) => string {
  const about = new Map<string, string>([[names.entry('operations', 'address').path, 'Servers and security schemes.']]);
  for (const { name, title } of [...api.groups, { name: 'common', title: 'several groups' }]) {
    about.set(names.entry('schemas', fileName(name)).path, `Schemas of ${title}.`);
  }
  for (const operation of api.operations) {
    const { noun } = operation;
    about.set(names.operation(operation).home.path, `Operations of ${noun}.`);
    about.set(names.operationSchemas(operation).home.path, `Schemas of the operations of ${noun}.`);
  }
  return (path) => about.get(path) ?? index;
}
