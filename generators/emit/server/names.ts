/** What each declaration of a version's server is called, and where it lives. */
import {
  pascalCase,
  fileName,
  uniqueName,
  identifier,
  packageName,
  type CodeSymbol,
  type ContractContext,
  type ModuleId,
  type Naming,
} from '../../code/index.js';
import type { Api, Operation } from '../../ir/index.js';
import { passedOn } from './runtime.js';

export class ServerNames {
  readonly package: string;
  /** In the order of the interface. */
  readonly nouns: readonly string[];
  /** The key of a noun in handlers. */
  readonly noun: ContractContext['noun'];
  /** The key of an operation among the handlers of its noun. */
  readonly verb: ContractContext['verb'];
  readonly #symbols = new Map<string, CodeSymbol>();

  constructor(api: Api, naming: Naming, { noun, verb, contract }: ContractContext) {
    this.package = packageName(naming, 'server', api.version);
    this.noun = noun;
    this.verb = verb;
    this.nouns = [...new Set(api.operations.map((operation) => operation.noun))];
    const taken = new Set<string>([...passedOn.map(({ name }) => name), contract.name, 'Readable']);
    for (const name of ['Handlers', 'createServer', 'createServerOf']) taken.add(name);
    const files = new Set(['engine', 'index']);
    const name = (key: string, wanted: string, home: ModuleId) =>
      this.#symbols.set(key, { name: uniqueName(wanted, taken), home });
    for (const each of this.nouns) {
      const home = this.module(`gen/${uniqueName(fileName(each), files)}.ts`);
      name(`handlers ${each}`, `${pascalCase(identifier(each))}Handlers`, home);
      for (const { id } of api.operations.filter((operation) => operation.noun === each)) {
        const spelled = identifier(id);
        name(`call ${id}`, `${spelled}Call`, home);
        name(`result ${id}`, `${spelled}Result`, home);
      }
    }
  }

  /** What a handler is given. */
  call = ({ id }: Operation) => this.#get(`call ${id}`);
  /** What a handler gives. */
  result = ({ id }: Operation) => this.#get(`result ${id}`);
  /** The interface of a noun's handlers. */
  handlers = (noun: string) => this.#get(`handlers ${noun}`);

  /** A handler as a member of the interface; no module exports it. */
  handler = (operation: Operation): CodeSymbol => {
    const handlers = this.handlers(operation.noun);
    return { ...handlers, name: `${handlers.name}.${this.verb(operation)}` };
  };

  module(path: string): ModuleId {
    return { package: this.package, path };
  }

  #get(key: string): CodeSymbol {
    const symbol = this.#symbols.get(key);
    if (symbol === undefined) throw new Error(`there is no ${key}`);
    return symbol;
  }
}
