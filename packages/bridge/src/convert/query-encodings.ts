/** The query parameters of operations: versions have some that newer ones lack, and hooks convert those. */
import { contracts } from '@lading/conversions/contracts';
import type { Encoding } from '@lading/runtime-wire';
import { routeOf } from './routes.js';

/** Returns the encodings of the query parameters of an operation, by name. */
export type QueryEncodings = (operation: string) => Readonly<Record<string, Encoding>>;

/** Returns the parameters of some versions together with those of the newest one, which gateways may add. */
export async function queryEncodings(versions: readonly string[]): Promise<QueryEncodings> {
  const supported = [...new Set(versions)].filter(isKnown);
  const loaded = await Promise.all(supported.map((version) => contracts[version]()));
  const operations = loaded.flatMap((contract) => Object.values(contract.operations));
  const cache = new Map<string, Readonly<Record<string, Encoding>>>();
  return (operation) => {
    const found = cache.get(operation);
    if (found !== undefined) return found;
    const older = operations
      .filter(({ id }) => id === operation)
      .flatMap(({ parameters }) => Object.entries(parameters?.query ?? {}))
      .map(([name, { encoding }]) => [name, encoding] as const);
    const all = { ...routeOf(operation).query, ...Object.fromEntries(older) };
    cache.set(operation, all);
    return all;
  };
}

function isKnown(version: string): version is keyof typeof contracts {
  return Object.hasOwn(contracts, version);
}
