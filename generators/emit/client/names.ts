/** What each declaration of a version's client is called, and where it lives. */
import {
  pascalCase,
  fileName,
  uniqueName,
  identifier,
  modulePath,
  packageName,
  camelCase,
  type CodeSymbol,
  type ModuleId,
  type Naming,
} from '../../code/index.js';
import type { Api, Operation } from '../../ir/index.js';
import { passedOn } from './runtime.js';

// An engine has members of its own, and one that has a `then` would be taken for a promise.
const members = ['address', 'call', 'close', 'then', 'version'];

export class ClientNames {
  readonly package: string;
  /** In the order of the interface. */
  readonly nouns: readonly string[];
  /** In the exact entry: how large integers are read and written, */
  readonly codec: CodeSymbol;
  /** and where they stand. */
  readonly places: CodeSymbol;
  readonly #symbols: ReadonlyMap<string, CodeSymbol>;

  constructor(api: Api, naming: Naming) {
    this.package = packageName(naming, 'client', api.version);
    const module = (file: string): ModuleId => ({ package: this.package, path: modulePath(naming, file) });
    this.codec = { name: 'codec', home: module('codec'), value: true };
    this.places = { ...this.codec, name: 'places' };
    this.nouns = [...new Set(api.operations.map(({ noun }) => noun))];
    const own = ['Engine', 'codec', 'connect', 'engineAt', 'groups', 'places'];
    const taken = new Set([...passedOn.map(({ name }) => name), ...members, ...own]);
    const files = new Set(['codec', 'engine', 'index']);
    const symbols = new Map<string, CodeSymbol>();
    this.#symbols = symbols;
    const homes = new Map(this.nouns.map((noun) => [noun, module(uniqueName(fileName(noun), files))]));
    const name = (key: string, noun: string, wanted: string, value?: true) => {
      const home = homes.get(noun) ?? module('index');
      symbols.set(key, { name: uniqueName(wanted, taken), home, ...(value && { value }) });
    };
    for (const noun of this.nouns) {
      name(`calls ${noun}`, noun, `${pascalCase(identifier(noun))}Calls`);
      name(`table ${noun}`, noun, identifier(noun), true);
    }
    for (const { id, noun } of api.operations) {
      const spelled = identifier(id);
      name(`input ${id}`, noun, `${spelled}Input`);
      name(`headers ${id}`, noun, `${spelled}AnswerHeaders`);
      name(`operation ${id}`, noun, camelCase(spelled), true);
    }
  }

  /** What an operation takes. */
  input = ({ id }: Operation) => this.#get(`input ${id}`);
  /** The headers that are the whole of its answer. */
  headers = ({ id }: Operation) => this.#get(`headers ${id}`);
  /** The operation as data. */
  operation = ({ id }: Operation) => this.#get(`operation ${id}`);
  /** The interface of a noun's calls. */
  calls = (noun: string) => this.#get(`calls ${noun}`);
  /** The table of a noun's operations. */
  table = (noun: string) => this.#get(`table ${noun}`);

  /** A call as a member of the interface; no module exports it. */
  method = ({ noun, verb }: Operation): CodeSymbol => {
    const calls = this.calls(noun);
    return { ...calls, name: `${calls.name}.${verb}` };
  };

  #get(key: string): CodeSymbol {
    const symbol = this.#symbols.get(key);
    if (symbol === undefined) throw new Error(`there is no ${key}`);
    return symbol;
  }
}
