/** What each declaration of a version's server is called, and where it lives. */
import {
  capital,
  fileName,
  free,
  identifier,
  packageName,
  small,
  type CodeSymbol,
  type ModuleId,
  type Naming,
} from '../../code/index.js';
import type { Api, Operation, Shape } from '../../ir/index.js';
import { reachedShapes } from './reached.js';
import { combinators, passedOn } from './runtime.js';

/** The folder of the shapes; people get at them by this name behind that of the package. */
export const shapesEntry = 'shapes';

export class ServerNames {
  readonly package: string;
  /** In the order of the interface. */
  readonly nouns: readonly string[];
  /** Those that operations take or give. */
  readonly shapes: readonly Shape[];
  readonly #symbols = new Map<string, CodeSymbol>();
  readonly #keys = new Map<string, string>();

  constructor(api: Api, naming: Naming) {
    this.package = packageName(naming, 'server', api.version);
    this.nouns = [...new Set(api.operations.map(({ noun }) => noun))];
    const taken = new Set<string>([...combinators, ...passedOn.map(({ name }) => name), 'Readable', 'Shape']);
    for (const name of ['Handlers', 'contract', 'createServer', 'createServerOf']) taken.add(name);
    const files = new Set(['contract', 'engine', 'index']);
    const name = (key: string, wanted: string, home: ModuleId, value?: true) =>
      this.#symbols.set(key, { name: free(wanted, taken), home, ...(value && { value }) });
    const nouns = new Set<string>();
    const homes = new Map(this.nouns.map((noun) => [noun, this.module(`gen/${free(fileName(noun), files)}.ts`)]));
    for (const [noun, home] of homes) {
      this.#keys.set(`noun ${noun}`, free(memberName(identifier(noun)), nouns));
      name(`handlers ${noun}`, `${capital(identifier(noun))}Handlers`, home);
      const verbs = new Set<string>();
      for (const { id, verb } of api.operations.filter((operation) => operation.noun === noun)) {
        const spelled = identifier(id);
        this.#keys.set(`verb ${id}`, free(memberName(verb), verbs));
        name(`call ${id}`, `${spelled}Call`, home);
        name(`result ${id}`, `${spelled}Result`, home);
        name(`operation ${id}`, small(spelled), home, true);
      }
    }
    this.shapes = reachedShapes(api);
    const groups = new Map(
      this.shapes.map(({ group }) => [group, this.module(`gen/${shapesEntry}/${fileName(group)}.ts`)]),
    );
    for (const shape of this.shapes) {
      const spelled = small(identifier(shape.name));
      const home = groups.get(shape.group) ?? this.module('');
      // An operation may be called as the shape that it answers with.
      name(`shape ${shape.name}`, taken.has(spelled) ? `${spelled}Shape` : spelled, home, true);
    }
  }

  /** What a handler is given. */
  call = ({ id }: Operation) => this.#get(`call ${id}`);
  /** What a handler gives. */
  result = ({ id }: Operation) => this.#get(`result ${id}`);
  /** The operation as data. */
  operation = ({ id }: Operation) => this.#get(`operation ${id}`);
  /** The interface of a noun's handlers. */
  handlers = (noun: string) => this.#get(`handlers ${noun}`);
  /** A shape as data. */
  shape = (name: string) => this.#get(`shape ${name}`);
  /** The member of all handlers that holds those of a noun. */
  noun = (noun: string) => this.#keys.get(`noun ${noun}`) ?? noun;
  /** The member of a noun's handlers that answers an operation. */
  verb = ({ id, verb }: Operation) => this.#keys.get(`verb ${id}`) ?? verb;

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

/** Every object has members already; a handler that nobody gave must not be found among them. */
function memberName(verb: string): string {
  return verb in Object.prototype ? `${verb}_` : verb;
}
