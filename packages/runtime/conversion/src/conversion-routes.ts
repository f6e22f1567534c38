/** Finds conversions between any two versions as chains of conversions between neighbours. */
import { chain } from './chain.js';
import type { Conversion } from './conversion.js';

/** A conversion that is loaded when it is first needed. */
export interface ConversionProvider {
  /** The version that the clients speak. */
  readonly client: string;
  /** The version of the implementation. */
  readonly engine: string;
  readonly load: () => Conversion;
}

/**
 * Returns the conversion from the version of clients to that of an implementation.
 *
 * @throws Error if no conversions lead there
 */
export type FindRoute = (client: string, engine: string) => Conversion;

/**
 * Finds routes along conversions between neighbours: from the clients' version to the common ancestor with the
 * implementation's version, and from there to that version. The shortest route is used. Conversions are loaded when a
 * route is first asked for an operation, once for all routes. Their hooks may have state, so call this function once for
 * each implementation.
 *
 * @param providers the conversions; of two between the same versions, the last one is used
 */
export function conversionRoutes(providers: readonly ConversionProvider[]): FindRoute {
  const edges = edgesOf(
    providers.map((provider) => ({ ...provider, load: once(() => loaded(provider, provider.load())) })),
  );
  return (client, engine) => {
    const path = shortestPath(edges, client, engine);
    return lazyConversion({
      client,
      engine,
      load: () => path.map(({ load }) => load()).reduceRight((inner, outer) => chain(outer, inner)),
    });
  };
}

/** Returns the conversions on the shortest route, the one of the clients' version first. @throws Error if there is none */
export function routeBetween(
  providers: readonly ConversionProvider[],
  client: string,
  engine: string,
): readonly ConversionProvider[] {
  return shortestPath(edgesOf(providers), client, engine);
}

type Edges = ReadonlyMap<string, ReadonlyMap<string, ConversionProvider>>;

function edgesOf(providers: readonly ConversionProvider[]): Edges {
  const edges = new Map<string, Map<string, ConversionProvider>>();
  for (const provider of providers) {
    const ends = edges.get(provider.client) ?? new Map<string, ConversionProvider>();
    edges.set(provider.client, ends.set(provider.engine, provider));
  }
  return edges;
}

/** Returns a conversion that is loaded when it is first asked for an operation. */
function lazyConversion({ client, engine, load }: ConversionProvider): Conversion {
  const conversion = once(load);
  return {
    client,
    engine,
    of: (operation) => conversion().of(operation),
    bodies: (operation) => conversion().bodies?.(operation) ?? { request: true, response: true },
    mayChange: (operation) => conversion().mayChange?.(operation),
    keepsPlainRequests: (operation) => conversion().keepsPlainRequests?.(operation) ?? false,
    responseRules: (operation) => conversion().responseRules?.(operation),
    losses: (operation) => conversion().losses?.(operation) ?? [],
  };
}

/** Searches breadth-first. @throws Error if there is no path */
function shortestPath(edges: Edges, client: string, engine: string): readonly ConversionProvider[] {
  const paths = new Map<string, readonly ConversionProvider[]>([[client, []]]);
  // The map grows during the iteration.
  for (const [version, path] of paths) {
    for (const provider of edges.get(version)?.values() ?? []) {
      if (provider.engine === engine) return [...path, provider];
      if (!paths.has(provider.engine)) paths.set(provider.engine, [...path, provider]);
    }
  }
  throw new Error(`no conversions lead from version ${client} to version ${engine}`);
}

function loaded({ client, engine }: ConversionProvider, conversion: Conversion): Conversion {
  if (conversion.client === client && conversion.engine === engine) return conversion;
  throw new Error(
    `the conversion of ${client} to ${engine} converts ${conversion.client} to ${conversion.engine} instead`,
  );
}

function once<Value>(load: () => Value): () => Value {
  let cache: { readonly value: Value } | undefined;
  return () => (cache ??= { value: load() }).value;
}
