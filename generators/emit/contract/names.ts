/** The name and the module of each constant of a contract package. */
import {
  fileName,
  uniqueName,
  identifier,
  packageName,
  camelCase,
  type CodeSymbol,
  type ModuleId,
  type Naming,
} from '../../code/index.js';
import type { Api, Operation, Schema } from '../../ir/index.js';
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
  /** All nouns, in the order of the document. */
  readonly nouns: readonly string[];
  /** The schemas that operations refer to. */
  readonly schemas: readonly Schema[];
  readonly #symbols = new Map<string, CodeSymbol>();
  readonly #keys = new Map<string, string>();

  constructor(api: Api, naming: Naming) {
    this.package = packageName(naming, 'contract', api.version);
    this.contract = { name: 'contract', home: { package: this.package, path: 'gen/contract.ts' }, value: true };
    this.nouns = [...new Set(api.operations.map(({ noun }) => noun))];
    this.schemas = reachableSchemas(api);
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
    const nouns = new Set<string>();
    const files = new Set(['address', 'index']);
    for (const noun of this.nouns) {
      const file = uniqueName(fileName(noun), files);
      this.#keys.set(`noun ${noun}`, uniqueName(memberName(identifier(noun)), nouns));
      const verbs = new Set<string>();
      for (const { id, verb } of api.operations.filter((operation) => operation.noun === noun)) {
        const spelled = camelCase(identifier(id));
        this.#keys.set(`verb ${id}`, uniqueName(memberName(verb), verbs));
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
  /** Returns the key of a noun in handlers. */
  noun = (noun: string) => this.#keys.get(`noun ${noun}`) ?? noun;
  /** Returns the key of an operation among the handlers of its noun. */
  verb = ({ id, verb }: Operation) => this.#keys.get(`verb ${id}`) ?? verb;

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

/** Returns a key that is not inherited from `Object.prototype`, so that a missing handler is not found there. */
function memberName(verb: string): string {
  return verb in Object.prototype ? `${verb}_` : verb;
}
