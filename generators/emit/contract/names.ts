/** The name and the module of each constant of a contract package. */
import {
  operationsByNoun,
  fileName,
  uniqueName,
  identifier,
  packageName,
  camelCase,
  type CodeSymbol,
  type ModuleId,
  type Naming,
  hasConditions,
  type Api,
  type Operation,
  type Schema,
  type Type,
} from '../../emitter/index.js';
import { overlapIn } from './overlap.js';
import { reachableSchemas } from './reachable-schemas.js';
import { combinators } from './runtime.js';

/** The entry points of the package besides the contract itself: operations without schemas, and the schemas. */
export const contractEntries = ['operations', 'schemas'] as const;
export type ContractEntry = (typeof contractEntries)[number];

export class ContractNames {
  readonly package: string;
  readonly contract: CodeSymbol;
  /** The constants of the servers and of the security schemes, if there are any. */
  readonly servers?: CodeSymbol;
  readonly securitySchemes?: CodeSymbol;
  /** The schemas that operations refer to. */
  readonly schemas: readonly Schema[];
  /** Whether a value may fit several of the types. */
  readonly mayOverlap: (types: readonly Type[]) => boolean;
  /** Whether a schema that allows `null` has conditions, which may exclude it. */
  readonly testsNull: (name: string) => boolean;
  readonly #symbols = new Map<string, CodeSymbol>();

  constructor(api: Api, naming: Naming) {
    this.package = packageName(naming, 'contract', api.version);
    this.contract = { name: 'contract', home: { package: this.package, path: 'gen/contract.ts' }, value: true };
    const byNoun = operationsByNoun(api);
    this.schemas = reachableSchemas(api);
    this.mayOverlap = overlapIn(api);
    const testingNull = new Set(
      api.schemas.filter(({ type }) => type.nullable && hasConditions(type)).map(({ name }) => name),
    );
    this.testsNull = (name) => testingNull.has(name);
    const schemas = new Set<string>([...combinators, 'Schema', 'OperationSchemas']);
    const operations = new Set<string>(['Operation', 'Server', 'SecuritySchemes', 'contract', 'contractOf']);
    const address = this.entry('operations', 'address');
    const constantOf = (wanted: string) => ({
      name: uniqueName(wanted, operations),
      home: address,
      value: true as const,
    });
    if (api.servers.length > 0) this.servers = constantOf('servers');
    if (api.securitySchemes.length > 0) this.securitySchemes = constantOf('securitySchemes');
    const name = (key: string, wanted: string, home: ModuleId, taken: Set<string>) =>
      this.#symbols.set(key, { name: uniqueName(wanted, taken), home, value: true });
    for (const schema of this.schemas) {
      const home = this.entry('schemas', fileName(schema.group));
      name(`schema ${schema.name}`, camelCase(identifier(schema.name)), home, schemas);
    }
    const files = new Set(['address', 'index']);
    for (const [noun, ofNoun] of byNoun) {
      const file = uniqueName(fileName(noun), files);
      for (const { id } of ofNoun) {
        const spelled = camelCase(identifier(id));
        name(`operation ${id}`, spelled, this.entry('operations', file), operations);
        name(`schemas ${id}`, `${spelled}Schemas`, this.entry('schemas', `operations/${file}`), schemas);
      }
    }
  }

  /** Returns the constant of an operation, without its schemas. */
  operation = ({ id }: Operation) => this.#get(`operation ${id}`);
  /** Returns the constant of the schemas of an operation. */
  operationSchemas = ({ id }: Operation) => this.#get(`schemas ${id}`);
  /** Returns the constant of a named schema. */
  schema = (name: string) => this.#get(`schema ${name}`);
  /** Tells whether operations refer to a schema. */
  has = (name: string) => this.#symbols.has(`schema ${name}`);

  /** Returns a module of an entry point of the package. */
  entry(entry: ContractEntry, file: string): ModuleId {
    return { package: `${this.package}/${entry}`, path: `gen/${entry}/${file}.ts` };
  }

  #get(key: string): CodeSymbol {
    const symbol = this.#symbols.get(key);
    if (symbol === undefined) throw new Error(`there is no ${key}`);
    return symbol;
  }
}
