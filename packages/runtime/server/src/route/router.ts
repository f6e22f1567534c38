/** Finds the operation of a method and a path. */
import type { Contract, OperationContract } from '@lading/runtime-wire';

export interface Match<Route> {
  readonly route: Route;
  /** Without escapes; undefined where those of the path are none. */
  readonly path: Readonly<Record<string, string | undefined>>;
}

interface Suffix<Route> {
  readonly parameter: string;
  readonly slashes: boolean;
  readonly route: Route;
}

interface Table<Route> {
  /** `/containers/json` */
  readonly whole: Map<string, Route>;
  /** `/containers/` → `/json` → route of `/containers/{id}/json`. */
  readonly prefixes: Map<string, Map<string, Suffix<Route>>>;
}

const none: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Two look-ups at most: the whole path, and else what stands before and behind the one parameter. A path that is a route
 * of its own wins over one with a parameter.
 */
export class Router<Route> {
  readonly #tables = new Map<string, Table<Route>>();

  constructor({ operations }: Contract, routeOf: (operation: OperationContract) => Route) {
    for (const operation of Object.values(operations)) this.#add(operation, routeOf(operation));
  }

  /**
   * Engines match what a path says without its escapes, so that `/services/a%2Flogs` asks for logs. What leads nowhere
   * then may have a parameter with slashes in it.
   */
  find(method: string, path: string): Match<Route> | undefined {
    if (!path.includes('%')) return this.#find(method, path);
    const plain = unescaped(path);
    const match = plain === undefined ? undefined : this.#find(method, plain);
    if (match !== undefined) return match;
    const escaped = this.#find(method, path);
    if (escaped === undefined) return undefined;
    const parameters = Object.entries(escaped.path).map(([name, text]) => [name, unescaped(text ?? '')] as const);
    return { route: escaped.route, path: Object.fromEntries(parameters) };
  }

  /** Undefined where nothing is there; what else is at the path with another method does not matter, as for engines. */
  #find(method: string, path: string): Match<Route> | undefined {
    const table = this.#tables.get(method);
    if (table === undefined) return undefined;
    const whole = table.whole.get(path);
    if (whole !== undefined) return { route: whole, path: none };
    const from = path.indexOf('/', 1) + 1;
    if (from === 0) return undefined;
    const suffixes = table.prefixes.get(path.slice(0, from));
    if (suffixes === undefined) return undefined;
    const next = path.indexOf('/', from);
    const to = next < 0 ? path.length : next;
    const near = suffixes.get(path.slice(to));
    if (near !== undefined && to > from) return matched(near, path.slice(from, to));
    if (next < 0) return undefined;
    const last = path.lastIndexOf('/');
    const far = suffixes.get(path.slice(last)) ?? suffixes.get('');
    if (far === undefined || !far.slashes) return undefined;
    const text = path.slice(from, far === suffixes.get('') ? path.length : last);
    return text === '' ? undefined : matched(far, text);
  }

  #add({ method, path, slashes, id }: OperationContract, route: Route): void {
    let table = this.#tables.get(method);
    if (table === undefined) this.#tables.set(method, (table = { whole: new Map(), prefixes: new Map() }));
    const [, prefix, parameter, suffix] = /^(\/[^/{}]+\/)\{([^{}]+)\}([^{}]*)$/.exec(path) ?? [];
    if (prefix === undefined || parameter === undefined || suffix === undefined) {
      if (path.includes('{'))
        throw new Error(`the path of ${id} has its parameter in a place that is not served: ${path}`);
      table.whole.set(path, route);
      return;
    }
    let suffixes = table.prefixes.get(prefix);
    if (suffixes === undefined) table.prefixes.set(prefix, (suffixes = new Map<string, Suffix<Route>>()));
    suffixes.set(suffix, { parameter, slashes: slashes === true, route });
  }
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function matched<Route>({ parameter, route }: Suffix<Route>, text: string): Match<Route> {
  return { route, path: { [parameter]: text } };
}
