/** The name and the module of each declaration of a client package. */
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
  type Api,
  type Operation,
} from '../../emitter/index.js';
import type { ClientRuntime } from './client-runtime.js';

export class ClientNames {
  readonly package: string;
  /** All nouns, in the order of the document. */
  readonly nouns: readonly string[];
  /** The JSON codec of the exact entry point. */
  readonly codec: CodeSymbol;
  /** The locations of large integers for the codec. */
  readonly places: CodeSymbol;
  readonly #symbols: ReadonlyMap<string, CodeSymbol>;

  constructor(
    api: Api,
    naming: Naming,
    private readonly runtime: ClientRuntime,
  ) {
    this.package = packageName(naming, 'client', api.version);
    const module = (file: string): ModuleId => ({ package: this.package, path: modulePath(naming, file) });
    this.codec = { name: 'codec', home: module('codec'), value: true };
    this.places = { ...this.codec, name: 'places' };
    this.nouns = [...new Set(api.operations.map(({ noun }) => noun))];
    const taken = new Set([...runtime.reexports.map(({ name }) => name), ...runtime.reservedNames, 'codec', 'places']);
    const files = new Set(['codec', 'index', ...runtime.modules]);
    const symbols = new Map<string, CodeSymbol>();
    this.#symbols = symbols;
    const homes = new Map(this.nouns.map((noun) => [noun, module(uniqueName(fileName(noun), files))]));
    const name = (key: string, noun: string, wanted: string, value?: true) => {
      const home = homes.get(noun) ?? module('index');
      symbols.set(key, { name: uniqueName(wanted, taken), home, ...(value && { value }) });
    };
    for (const { key, wanted, module: file } of runtime.symbols(api)) {
      symbols.set(key, { name: uniqueName(wanted, taken), home: module(file), value: true });
    }
    for (const noun of this.nouns) {
      name(`calls ${noun}`, noun, `${pascalCase(identifier(noun))}Calls`);
      name(`table ${noun}`, noun, identifier(noun), true);
    }
    for (const { id, noun } of api.operations) {
      const spelled = identifier(id);
      name(`input ${id}`, noun, `${spelled}Input`);
      name(`headers ${id}`, noun, `${spelled}ResponseHeaders`);
      name(`operation ${id}`, noun, camelCase(spelled), true);
    }
  }

  /** Returns the type of an operation's input. */
  input = ({ id }: Operation) => this.#get(`input ${id}`);
  /** Returns the type of the response headers that are the result of an operation. */
  headers = ({ id }: Operation) => this.#get(`headers ${id}`);
  /** Returns the constant of an operation. */
  operation = ({ id }: Operation) => this.#get(`operation ${id}`);
  /** Returns the interface of a noun's calls. */
  calls = (noun: string) => this.#get(`calls ${noun}`);
  /** Returns the table of a noun's operations. */
  table = (noun: string) => this.#get(`table ${noun}`);

  /** Returns the name of a noun in a client, which is the noun unless clients of the runtime have another member of that name. */
  member = (noun: string) => (this.runtime.members.includes(noun) ? `${noun}_` : noun);

  /** Returns a constant that the runtime named. */
  ofRuntime = (key: string) => this.#get(key);

  #get(key: string): CodeSymbol {
    const symbol = this.#symbols.get(key);
    if (symbol === undefined) throw new Error(`there is no ${key}`);
    return symbol;
  }
}
