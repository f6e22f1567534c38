/** Finds the operation for a method and a path, for the path templates of engines. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import { isCleanPath } from './split-url.js';
import { decodePath, type Match, type RouteFinder } from '../../route/match.js';

/** The path of an operation, by method and the further path. Paths with other slashes at their end are not found. */
const pathAliases: readonly { readonly method: string; readonly alias: string; readonly path: string }[] = [
  { method: 'GET', alias: '/networks/', path: '/networks' },
];

interface Suffix<Route> {
  readonly parameter: string;
  readonly slashes: boolean;
  readonly route: Route;
}

interface Table<Route> {
  /** The routes without a path parameter, by path: `/containers/json`. */
  readonly exactPaths: Map<string, Route>;
  /**
   * The routes with a path parameter, by what precedes and follows it: `/containers/` → `/json` →
   * `/containers/{id}/json`.
   */
  readonly prefixes: Map<string, Map<string, Suffix<Route>>>;
}

/** A path whose only parameter is the second segment: `/containers/{id}/json`. */
const oneParameter = /^(\/[^/{}]+\/)\{([^{}]+)\}((?:\/[^{}]*)?)$/;

const noParameters: Readonly<Record<string, string>> = Object.freeze({});

/**
 * Matches paths as engines do: decoded, with at most one parameter, which may contain slashes. It is the only router
 * for such parameters. It finds a route with at most two look-ups: by the whole path, and else by what precedes and follows the parameter. A
 * route without a parameter has precedence.
 */
export class EngineRouter<Route> implements RouteFinder<Route> {
  readonly #tables = new Map<string, Table<Route>>();

  /** @throws Error for a path with a parameter that is not its second segment */
  constructor({ operations }: Contract, routeOf: (operation: OperationContract) => Route) {
    for (const operation of Object.values(operations)) this.#add(operation, routeOf(operation));
    for (const { method, alias, path } of pathAliases) {
      const exactPaths = this.#tables.get(method)?.exactPaths;
      const route = exactPaths?.get(path);
      if (route !== undefined) exactPaths?.set(alias, route);
    }
  }

  /**
   * Finds the route of a path. The path is matched decoded, as in engines, so that `/services/a%2Flogs` is a request
   * for logs. If that does not match, the encoded path is matched, since its parameter may contain encoded slashes.
   */
  find(method: string, path: string): Match<Route> | undefined {
    if (!isCleanPath(path)) return undefined;
    if (!path.includes('%')) return this.#find(method, path);
    const decoded = decodePath(path);
    const match = decoded === undefined ? undefined : this.#find(method, decoded);
    if (match !== undefined) return match;
    const escaped = this.#find(method, path);
    if (escaped === undefined) return undefined;
    const parameters = Object.entries(escaped.path).map(([name, text]) => [name, decodePath(text ?? '')] as const);
    return { route: escaped.route, path: Object.fromEntries(parameters) };
  }

  /** Returns undefined if there is no route, also if the path has routes with other methods, as in engines. */
  #find(method: string, path: string): Match<Route> | undefined {
    const table = this.#tables.get(method);
    if (table === undefined) return undefined;
    const exactRoute = table.exactPaths.get(path);
    if (exactRoute !== undefined) return { route: exactRoute, path: noParameters };
    const from = path.indexOf('/', 1) + 1;
    if (from === 0) return undefined;
    const suffixes = table.prefixes.get(path.slice(0, from));
    if (suffixes === undefined) return undefined;
    const next = path.indexOf('/', from);
    const to = next < 0 ? path.length : next;
    const segmentRoute = suffixes.get(path.slice(to));
    // A parameter that may contain slashes may be empty at the end of a path.
    const isEmptyName = to === from && next < 0 && segmentRoute?.slashes === true;
    if (segmentRoute !== undefined && (to > from || isEmptyName)) return matchOf(segmentRoute, path.slice(from, to));
    if (next < 0) return undefined;
    const last = path.lastIndexOf('/');
    const slashesRoute = suffixes.get(path.slice(last)) ?? suffixes.get('');
    if (slashesRoute === undefined || !slashesRoute.slashes) return undefined;
    const text = path.slice(from, slashesRoute === suffixes.get('') ? path.length : last);
    return text === '' ? undefined : matchOf(slashesRoute, text);
  }

  #add({ method, path, slashes }: OperationContract, route: Route): void {
    let table = this.#tables.get(method);
    if (table === undefined) this.#tables.set(method, (table = { exactPaths: new Map(), prefixes: new Map() }));
    const [, prefix, parameter, suffix] = oneParameter.exec(path) ?? [];
    if (prefix === undefined || parameter === undefined || suffix === undefined) {
      if (path.includes('{'))
        throw new Error(`${path} is not a path of engines, whose only parameter is the second segment`);
      table.exactPaths.set(path, route);
      return;
    }
    let suffixes = table.prefixes.get(prefix);
    if (suffixes === undefined) table.prefixes.set(prefix, (suffixes = new Map<string, Suffix<Route>>()));
    suffixes.set(suffix, { parameter, slashes: slashes === true, route });
  }
}

function matchOf<Route>({ parameter, route }: Suffix<Route>, text: string): Match<Route> {
  return { route, path: { [parameter]: text } };
}
