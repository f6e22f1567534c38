/** The name and the module of each declaration of a server package. */
import {
  operationsByNoun,
  pascalCase,
  fileName,
  uniqueName,
  identifier,
  modulePath,
  packageName,
  type CodeSymbol,
  type ContractContext,
  type ModuleId,
  type Naming,
  type Api,
  type Operation,
} from '../../emitter/index.js';
import { runtimeReexports } from './runtime.js';
import type { ServerDialect } from './server-dialect.js';

export class ServerNames {
  readonly package: string;
  /** All nouns, in the order of the document. */
  readonly nouns: readonly string[];
  /** Returns the module of a file of the entry point. */
  readonly module: (file: string) => ModuleId;
  readonly #symbols = new Map<string, CodeSymbol>();

  constructor(
    api: Api,
    naming: Naming,
    { contract }: ContractContext,
    { module, create, reexports, reservedNames }: ServerDialect,
  ) {
    this.package = packageName(naming, 'server', api.version);
    this.module = (file) => ({ package: this.package, path: modulePath(naming, file) });
    const byNoun = operationsByNoun(api);
    this.nouns = [...byNoun.keys()];
    const taken = new Set<string>([
      ...[...runtimeReexports, ...reexports].map(({ name }) => name),
      ...[contract.name, 'Readable', 'Handlers', 'createServer', create],
      ...reservedNames,
    ]);
    const files = new Set([module, 'index']);
    const name = (key: string, wanted: string, home: ModuleId) =>
      this.#symbols.set(key, { name: uniqueName(wanted, taken), home });
    for (const [each, operations] of byNoun) {
      const home = this.module(uniqueName(fileName(each), files));
      name(`handlers ${each}`, `${pascalCase(identifier(each))}Handlers`, home);
      for (const { id } of operations) {
        const spelled = identifier(id);
        name(`call ${id}`, `${spelled}Call`, home);
        name(`result ${id}`, `${spelled}Result`, home);
      }
    }
  }

  /** Returns the type of the call that a handler receives. */
  call = ({ id }: Operation) => this.#get(`call ${id}`);
  /** Returns the type of the result that a handler returns. */
  result = ({ id }: Operation) => this.#get(`result ${id}`);
  /** Returns the interface of a noun's handlers. */
  handlers = (noun: string) => this.#get(`handlers ${noun}`);

  /** Returns a handler as a member of the interface; no module exports it. */
  handler = (operation: Operation): CodeSymbol => {
    const handlers = this.handlers(operation.noun);
    return { ...handlers, name: `${handlers.name}.${operation.verb}` };
  };

  #get(key: string): CodeSymbol {
    const symbol = this.#symbols.get(key);
    if (symbol === undefined) throw new Error(`there is no ${key}`);
    return symbol;
  }
}
