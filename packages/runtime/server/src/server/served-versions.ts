/** The versions that a server serves, and which of them a request gets. */
import { type Contract, type OperationContract, compareVersions } from '@lading/runtime-wire';
import { conversionRoutes, type Conversion } from '@lading/runtime-overlay';
import { Router } from '../route/index.js';
import { pingOperations } from './ping.js';
import { Route } from './route.js';
import type { ReadOptions } from '../request/index.js';
import type { ServerOptions } from './options.js';

export interface Served {
  readonly contract: Contract;
  readonly router: Router<Route>;
}

export class ServedVersions {
  readonly lowest: string;
  readonly highest: string;
  readonly #newest: Served;
  /** Oldest first. */
  readonly #all: readonly Served[];
  /** By the text that a client sends, for versions that are served under just that text. */
  readonly #byText: ReadonlyMap<string, Served>;

  /** @throws Error where no conversion leads from a version to that of the contract, or one is of other versions */
  constructor(
    contract: Contract,
    { serves = [], conversions = [] }: Pick<ServerOptions, 'serves' | 'conversions'>,
    options: ReadOptions,
  ) {
    const route = conversionRoutes(conversions);
    const all = [
      served(contract, undefined, options),
      ...serves.map(({ contract: other, conversion = route(other.version, contract.version) }) => {
        if (conversion.client !== other.version || conversion.engine !== contract.version) {
          throw new Error(
            `a conversion of ${conversion.client} to ${conversion.engine} cannot serve ${other.version} by handlers of ${contract.version}`,
          );
        }
        return served(other, conversion, options);
      }),
    ].sort((a, b) => compareVersions(a.contract.version, b.contract.version));
    this.#all = all;
    this.#newest = all[all.length - 1] as Served;
    this.lowest = (all[0] as Served).contract.version;
    this.highest = this.#newest.contract.version;
    this.#byText = new Map(all.map((one) => [one.contract.version, one]));
  }

  /** No version is the highest. One between two that are served gets the next newer one: it must not get less than it knows. */
  of(version: string | undefined): Served {
    if (version === undefined) return this.#newest;
    return (
      this.#byText.get(version) ??
      this.#all.find(({ contract }) => compareVersions(version, contract.version) <= 0) ??
      this.#newest
    );
  }

  /** Why a version is not served; undefined where it is. */
  refusal(version: string | undefined): string | undefined {
    if (version === undefined || this.#byText.has(version)) return undefined;
    if (compareVersions(version, this.highest) > 0) {
      return `client version ${version} is too new. Maximum supported API version is ${this.highest}`;
    }
    if (compareVersions(version, this.lowest) < 0) {
      return (
        `client version ${version} is too old. Minimum supported API version is ${this.lowest}, ` +
        'please upgrade your client to a newer version'
      );
    }
    return undefined;
  }
}

function served(contract: Contract, conversion: Conversion | undefined, options: ReadOptions): Served {
  const whole = withPing(contract);
  return {
    contract,
    router: new Router(whole, (operation) => new Route(operation, conversion, options)),
  };
}

/** Clients ask for it before they know anything of the server. */
function withPing(contract: Contract): Contract {
  const paths = new Set(Object.values(contract.operations).map(({ method, path }) => `${method} ${path}`));
  const missing: [string, OperationContract][] = Object.entries(pingOperations).filter(
    ([, { method, path }]) => !paths.has(`${method} ${path}`),
  );
  return missing.length === 0
    ? contract
    : { ...contract, operations: { ...contract.operations, ...Object.fromEntries(missing) } };
}
