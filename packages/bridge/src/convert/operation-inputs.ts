/** What operations read, as contracts describe it: query parameters, of which versions have some that newer ones lack, and bodies. */
import { contracts } from '@lading/conversions/contracts';
import type { Encoding, Schema } from '@lading/runtime-wire';
import { routeOf } from './routes.js';

export interface OperationInputs {
  /** Returns the encodings of the query parameters of an operation, by name. */
  readonly query: (operation: string) => Readonly<Record<string, Encoding>>;
  /** Returns the schema of a JSON body in the version of the client; undefined if it is unknown. */
  readonly body: (operation: string) => Schema | undefined;
}

/** Returns the inputs of some versions, that of the client first. The newest version has parameters that gateways may add. */
export async function operationInputs(versions: readonly string[]): Promise<OperationInputs> {
  const supported = [...new Set(versions)].filter(isKnown);
  const loaded = await Promise.all(supported.map((version) => contracts[version]()));
  const operations = loaded.flatMap((contract) => Object.values(contract.operations));
  const cache = new Map<string, Readonly<Record<string, Encoding>>>();
  return {
    query: (operation) => {
      const found = cache.get(operation);
      if (found !== undefined) return found;
      const older = operations
        .filter(({ id }) => id === operation)
        .flatMap(({ parameters }) => Object.entries(parameters?.query ?? {}))
        .map(([name, { encoding }]) => [name, encoding] as const);
      const all = { ...routeOf(operation).query, ...Object.fromEntries(older) };
      cache.set(operation, all);
      return all;
    },
    body: (operation) => {
      const body = operations.find(({ id }) => id === operation)?.body;
      return body?.kind === 'json' ? body.schema : undefined;
    },
  };
}

function isKnown(version: string): version is keyof typeof contracts {
  return Object.hasOwn(contracts, version);
}
