/** The sample of a run: documents of all editions in equal parts, as far as they exist, and pairs of versions. */
import { editionOf, installedDocuments, versionPairs } from './catalog.mjs';
import { drawInTurn, shufflerOf } from './draw.mjs';
import { grouped } from './grouped.mjs';

/**
 * @param {{ readonly seed: number, readonly documents: number, readonly pairs: number, readonly only?: string | undefined }} options
 */
export function sampleOf({ seed, documents, pairs, only }) {
  const shuffle = shufflerOf(seed);
  const all = installedDocuments();
  const candidates = versionPairs(all);
  if (only !== undefined) {
    return {
      documents: all.filter(({ id }) => id.includes(only)).slice(0, documents),
      pairs: candidates.filter(({ id }) => id.includes(only)).slice(0, pairs),
    };
  }
  const editions = grouped(shuffle(all), editionOf);
  editions.delete(undefined);
  // One group per API, since most pairs are of the same two APIs.
  const apis = grouped(shuffle(candidates), ({ from }) => from.id.replace(/[-_.]?v?[\d.]+(?:\.deref)?\.json$/, ''));
  return { documents: drawInTurn([...editions.values()], documents), pairs: drawInTurn([...apis.values()], pairs) };
}
