/** The versions that a server serves, and the choice of one for a request. */
import { type Contract, type OperationContract, compareVersions } from '@lading/runtime-wire';
import { conversionRoutes, type Conversion, type FindRoute } from '@lading/runtime-conversion';
import type { Dialect } from '../dialect/dialect.js';
import type { RouteFinder } from '../route/match.js';
import { Route } from './route.js';
import type { ReadOptions } from '../request/index.js';
import type { LazyVersion, ServedVersion, SharedOptions } from './options.js';

export interface ServedContract {
  readonly contract: Contract;
  readonly router: RouteFinder<Route>;
}

/** A version; `loaded` is absent until the first request that needs it, if its contract or conversion is loaded lazily. */
interface Version {
  readonly version: string;
  loaded?: ServedContract;
  readonly load?: () => Promise<ServedContract>;
  readonly unchanged?: readonly string[] | undefined;
}

type VersionOptions = Pick<SharedOptions, 'serves' | 'offers' | 'conversions' | 'loadConversions'>;

export class ServedVersions {
  readonly lowest: string;
  readonly highest: string;
  readonly #dialect: Dialect;
  readonly #options: ReadOptions;
  readonly #own: ServedContract;
  /** The operations in the version of the handlers. */
  readonly #handled: Contract['operations'];
  /** The offered versions, the oldest first. */
  readonly #all: readonly Version[];
  /** The versions by the exact string that clients send. */
  readonly #byVersion: ReadonlyMap<string, Version>;

  /**
   * @throws Error if `offers` names a version that is not served, if no conversion leads from a version to that of the contract, or if a conversion is for other
   * versions; for lazily loaded versions, the first request fails instead
   */
  constructor(contract: Contract, options: VersionOptions, dialect: Dialect, readOptions: ReadOptions) {
    this.#dialect = dialect;
    this.#options = readOptions;
    this.#handled = contract.operations;
    this.#own = this.#serve(contract, undefined);
    const versions = [
      ...this.#others(contract.version, options),
      // The last of versions without an order is the newest.
      { version: contract.version, loaded: this.#own },
    ].sort((a, b) => compareVersions(a.version, b.version));
    this.#all = offered(versions, options.offers);
    this.lowest = this.#all[0]?.version ?? contract.version;
    this.highest = this.#all.at(-1)?.version ?? contract.version;
    this.#byVersion = new Map(this.#all.map((one) => [one.version, one]));
  }

  /**
   * Returns the version for a request: the highest if none is requested, and the next newer one for a version between
   * two served ones, so that it includes everything that the client knows. Rejects if the version cannot be loaded; the
   * next request loads it again. An operation that the version shares with that of the handlers does not load it.
   */
  of(version: string | undefined, method: string, path: string): ServedContract | Promise<ServedContract> {
    const { loaded, load, unchanged } = this.#find(version);
    if (loaded !== undefined || load === undefined) return loaded ?? this.#own;
    const id = this.#own.router.find(method, path)?.route.operation.id;
    return id !== undefined && unchanged?.includes(id) === true ? this.#own : load();
  }

  /** Returns the version for a request, or that of the handlers as long as the version has not been loaded. */
  loadedOf(version: string | undefined): ServedContract {
    return this.#find(version).loaded ?? this.#own;
  }

  /** Tells whether any version has an operation, apart from versions that are loaded later. */
  hasOperation(id: string): boolean {
    return this.#all.some(
      ({ loaded }) => loaded !== undefined && Object.hasOwn(this.#dialect.withBuiltIns(loaded.contract).operations, id),
    );
  }

  /** Returns the error message for a version that is not served, or undefined if it is served. */
  refusal(version: string | undefined): string | undefined {
    if (version === undefined || this.#byVersion.has(version)) return undefined;
    return this.#dialect.versionRefusal(version, this);
  }

  #find(version: string | undefined): Version {
    const newest = this.#all[this.#all.length - 1] as Version;
    if (version === undefined) return newest;
    return (
      this.#byVersion.get(version) ?? this.#all.find((one) => compareVersions(version, one.version) <= 0) ?? newest
    );
  }

  #others(engine: string, { serves = [], conversions = [], loadConversions }: VersionOptions): readonly Version[] {
    const route = conversionRoutes(conversions);
    const loadRoute = once(async () => conversionRoutes([...((await loadConversions?.()) ?? []), ...conversions]));
    return serves.map((served): Version => {
      if (!isLazy(served) && (served.conversion !== undefined || loadConversions === undefined)) {
        return { version: served.contract.version, loaded: this.#serveConverted(served, engine, route) };
      }
      const version = isLazy(served) ? served.version : served.contract.version;
      const load = once(async () => {
        const [complete, find] = await Promise.all([isLazy(served) ? loadedContract(served) : served, loadRoute()]);
        return (result.loaded = this.#serveConverted(complete, engine, find));
      });
      const result: Version = { version, load, unchanged: isLazy(served) ? served.unchanged : undefined };
      return result;
    });
  }

  #serveConverted({ contract, conversion }: ServedVersion, engine: string, route: FindRoute): ServedContract {
    const { version } = contract;
    const found = conversion ?? route(version, engine);
    if (found.client !== version || found.engine !== engine) {
      throw new Error(
        `a conversion of ${found.client} to ${found.engine} cannot serve ${version} by handlers of ${engine}`,
      );
    }
    return this.#serve(contract, found);
  }

  #serve(contract: Contract, conversion: Conversion | undefined): ServedContract {
    const completeContract = this.#dialect.withBuiltIns(contract);
    const handled = new Map(Object.entries(this.#handled));
    const routeOf = (operation: OperationContract): Route =>
      new Route(operation, { conversion, handled: handled.get(operation.id) }, this.#dialect, this.#options);
    return { contract, router: this.#dialect.routerOf(completeContract, routeOf) };
  }
}

/** @param versions the oldest first */
function offered(versions: readonly Version[], { oldest, newest }: SharedOptions['offers'] = {}): readonly Version[] {
  const indexOf = (wanted: string): number => {
    const index = versions.findIndex(({ version }) => version === wanted);
    if (index >= 0) return index;
    const range = `${versions[0]?.version} to ${versions.at(-1)?.version}`;
    throw new Error(`offers: version ${wanted} is not served; served are ${range}`);
  };
  const first = oldest === undefined ? 0 : indexOf(oldest);
  const last = newest === undefined ? versions.length - 1 : indexOf(newest);
  if (first > last) throw new Error(`offers: the oldest version, ${oldest}, is newer than the newest, ${newest}`);
  return versions.slice(first, last + 1);
}

function isLazy(served: ServedVersion | LazyVersion): served is LazyVersion {
  return !('contract' in served);
}

async function loadedContract({ version, load }: LazyVersion): Promise<ServedVersion> {
  const contract = await load();
  if (contract.version === version) return { contract };
  throw new Error(`the contract of version ${version} is that of version ${contract.version}`);
}

/** Returns a function that shares the promise of its first call, unless that is rejected. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | undefined;
  return () =>
    (pending ??= load().catch((error: unknown) => {
      pending = undefined;
      throw error;
    }));
}

/** @param contracts loads the contract of each version @param own the version of the handlers */
export function otherVersions(
  contracts: Readonly<Record<string, () => Promise<Contract>>>,
  own: string,
): readonly LazyVersion[] {
  return Object.entries(contracts)
    .filter(([version]) => version !== own)
    .map(([version, load]) => ({ version, load }));
}
