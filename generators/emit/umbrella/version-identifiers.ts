/** Versions as parts of identifiers: `1.44` → `V144`. */
import { uniqueName, type CodeSymbol } from '../../code/index.js';

/** The identifier of each version. Versions that would get the same one are told apart by a number. */
export function versionIdentifiers(versions: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(versions.map((version) => [version, uniqueName(`V${version.replace(/[^0-9A-Za-z]+/g, '')}`, taken)]));
}

/** What an import calls a symbol of a version's package where the module has its name already: `EngineOfV144`. */
export function aliasedByVersion(symbol: CodeSymbol, identifier = ''): CodeSymbol {
  return { ...symbol, alias: `${symbol.name}Of${identifier}` };
}
