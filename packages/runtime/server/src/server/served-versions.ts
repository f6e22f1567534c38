/** The versions that a server serves, and the choice of one for a request. */
import { type Contract, type OperationContract, compareVersions } from '@lading/runtime-wire';
import { conversionRoutes, type Conversion } from '@lading/runtime-overlay';
import type { Dialect } from '../dialect/dialect.js';
import type { RouteFinder } from '../route/index.js';
import { Route } from './route.js';
import type { ReadOptions } from '../request/index.js';
import type { SharedOptions } from './options.js';

interface ServedContract {
  readonly contract: Contract;
  readonly router: RouteFinder<Route>;
}

export class ServedVersions {
  readonly lowest: string;
  readonly highest: string;
  readonly #dialect: Dialect;
  readonly #newest: ServedContract;
  /** All versions, the oldest first. */
  readonly #all: readonly ServedContract[];
  /** The versions by the exact string that clients send. */
  readonly #byVersion: ReadonlyMap<string, ServedContract>;

  /**
   * @throws Error if no conversion leads from a version to that of the contract, or if a conversion is for other
   * versions
   */
  constructor(
    contract: Contract,
    { serves = [], conversions = [] }: Pick<SharedOptions, 'serves' | 'conversions'>,
    dialect: Dialect,
    options: ReadOptions,
  ) {
    this.#dialect = dialect;
    const route = conversionRoutes(conversions);
    const contracts = [
      ...serves.map(({ contract: other, conversion = route(other.version, contract.version) }) => {
        if (conversion.client !== other.version || conversion.engine !== contract.version) {
          throw new Error(
            `a conversion of ${conversion.client} to ${conversion.engine} cannot serve ${other.version} by handlers of ${contract.version}`,
          );
        }
        return serveContract(other, conversion, dialect, options);
      }),
      // The last of versions without an order is the newest.
      serveContract(contract, undefined, dialect, options),
    ].sort((a, b) => compareVersions(a.contract.version, b.contract.version));
    this.#all = contracts;
    this.#newest = contracts[contracts.length - 1] as ServedContract;
    this.lowest = (contracts[0] as ServedContract).contract.version;
    this.highest = this.#newest.contract.version;
    this.#byVersion = new Map(contracts.map((one) => [one.contract.version, one]));
  }

  /**
   * Returns the version for a request: the highest if none is requested, and the next newer one for a version between
   * two served ones, so that it includes everything that the client knows.
   */
  of(version: string | undefined): ServedContract {
    if (version === undefined) return this.#newest;
    return (
      this.#byVersion.get(version) ??
      this.#all.find(({ contract }) => compareVersions(version, contract.version) <= 0) ??
      this.#newest
    );
  }

  /** Tells whether any version has an operation. */
  hasOperation(id: string): boolean {
    return this.#all.some(({ contract }) => Object.hasOwn(this.#dialect.withBuiltIns(contract).operations, id));
  }

  /** Returns the error message for a version that is not served, or undefined if it is served. */
  refusal(version: string | undefined): string | undefined {
    if (version === undefined || this.#byVersion.has(version)) return undefined;
    return this.#dialect.versionRefusal(version, this);
  }
}

function serveContract(
  contract: Contract,
  conversion: Conversion | undefined,
  dialect: Dialect,
  options: ReadOptions,
): ServedContract {
  const completeContract = dialect.withBuiltIns(contract);
  const routeOf = (operation: OperationContract): Route => new Route(operation, conversion, dialect, options);
  return { contract, router: dialect.routerOf(completeContract, routeOf) };
}
