/** Versions as parts of identifiers: `1.44` → `V144`. */
import { uniqueName } from './identifier.js';
import type { CodeSymbol } from './mention.js';

/** Returns the identifier of each version. A number distinguishes versions that would have the same one. */
export function versionIdentifiers(versions: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(versions.map((version) => [version, uniqueName(`V${version.replace(/[^0-9A-Za-z]+/g, '')}`, taken)]));
}

/** Adds the local name of the import of a version's symbol if the module already has its name: `EngineOfV144`. */
export function aliasedByVersion(symbol: CodeSymbol, identifier = ''): CodeSymbol {
  return { ...symbol, alias: `${symbol.name}Of${identifier}` };
}
