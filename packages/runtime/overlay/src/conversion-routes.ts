/** Conversions between any two versions that lie apart, made of those between neighbours. */
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
 * @throws Error where no conversions lead there
 */
export type FindRoute = (client: string, engine: string) => Conversion;

/**
 * Finds routes along conversions between neighbours: from the clients' version to the ancestor that it has in common with
 * the implementation's, and from there to that. Where several lead there the shortest is taken. Nothing is loaded before a
 * route is asked for an operation, and each conversion is loaded once for all routes: its hooks may remember what they saw,
 * so call this once for each implementation.
 *
 * @param providers of two between the same versions the last counts
 */
export function conversionRoutes(providers: readonly ConversionProvider[]): FindRoute {
  const edges = new Map<string, Map<string, ConversionProvider>>();
  for (const provider of providers) {
    const { client, engine, load } = provider;
    const ends = edges.get(client) ?? new Map<string, ConversionProvider>();
    edges.set(client, ends.set(engine, { client, engine, load: once(() => loaded(provider, load())) }));
  }
  return (client, engine) => {
    const path = shortestPath(edges, client, engine);
    if (path === undefined) throw new Error(`no conversions lead from version ${client} to version ${engine}`);
    return lazyConversion({
      client,
      engine,
      load: () => path.map(({ load }) => load()).reduceRight((inner, outer) => chain(outer, inner)),
    });
  };
}

/** A conversion that is loaded when it is first asked for an operation. */
function lazyConversion({ client, engine, load }: ConversionProvider): Conversion {
  const conversion = once(load);
  return {
    client,
    engine,
    of: (operation) => conversion().of(operation),
    bodies: (operation) => conversion().bodies?.(operation) ?? { request: true, response: true },
    losses: (operation) => conversion().losses?.(operation) ?? [],
  };
}

/** Breadth first; undefined where there is none, or where both versions are one. */
function shortestPath(
  edges: ReadonlyMap<string, ReadonlyMap<string, ConversionProvider>>,
  client: string,
  engine: string,
): readonly ConversionProvider[] | undefined {
  const paths = new Map<string, readonly ConversionProvider[]>([[client, []]]);
  // A map that grows while it is walked.
  for (const [version, path] of paths) {
    for (const provider of edges.get(version)?.values() ?? []) {
      if (provider.engine === engine) return [...path, provider];
      if (!paths.has(provider.engine)) paths.set(provider.engine, [...path, provider]);
    }
  }
  return undefined;
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
