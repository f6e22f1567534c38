/** The versions that a server of one version can serve through the conversions between neighbouring versions. */
import type { CodeSymbol } from '../../emitter/index.js';

/** The package of the conversions between two neighbouring versions. */
export interface VersionConversion {
  /** The name of the package. */
  readonly package: string;
  /** The range of versions of the package that servers depend on. */
  readonly range: string;
  readonly older: string;
  readonly newer: string;
  /** The function that creates the conversion of older clients for an implementation of the newer version. */
  readonly olderClients: CodeSymbol;
  /** The function that creates the conversion of newer clients for an implementation of the older version. */
  readonly newerClients: CodeSymbol;
}

/** A conversion in the direction of the server. */
export interface RouteStep {
  readonly client: string;
  readonly engine: string;
  readonly load: CodeSymbol;
}

/**
 * Returns the conversions on the routes to a version, directed towards it. The nearest conversions come first.
 *
 * @param clients the versions whose clients are served
 * @param conversions a forest: between two versions there is at most one route
 */
export function routesTo(
  version: string,
  clients: readonly string[],
  conversions: readonly VersionConversion[],
): readonly RouteStep[] {
  const steps: RouteStep[] = [];
  const reached = [version];
  for (const engine of reached) {
    for (const { older, newer, olderClients, newerClients } of conversions) {
      const client = engine === newer ? older : engine === older ? newer : undefined;
      if (client === undefined || reached.includes(client)) continue;
      reached.push(client);
      steps.push({ client, engine, load: client === older ? olderClients : newerClients });
    }
  }
  const needed = new Set(clients);
  // From the farthest conversion: what a needed one leads to is needed, too.
  for (const { client, engine } of [...steps].reverse()) if (needed.has(client)) needed.add(engine);
  return steps.filter(({ client }) => needed.has(client));
}
