/** The sample of a run: documents of all editions in equal parts, as far as they exist, and pairs of versions. */
import { statSync } from 'node:fs';
import { editionOf, installedDocuments, versionPairs } from './catalog.mjs';
import { drawInTurn, shufflerOf } from './draw.mjs';
import { grouped } from './grouped.mjs';

/**
 * @param {{ readonly seed: number, readonly documents: number, readonly pairs: number, readonly only?: string | undefined,
 *   readonly kilobytes?: number }} options `kilobytes`: the size of the largest document that may be drawn
 */
export function sampleOf({ seed, documents, pairs, only, kilobytes = Infinity }) {
  const shuffle = shufflerOf(seed);
  const all = installedDocuments().filter(
    ({ path }) => kilobytes === Infinity || statSync(path).size <= 1000 * kilobytes,
  );
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
