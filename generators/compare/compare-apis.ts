/** Two versions of an interface → what changed from the older to the newer. */
import type { Api, Change } from '../ir/index.js';
import { changesOf } from './changes.js';
import { Comparison } from './comparison.js';
import { compareOperations } from './operations.js';
import { compareStateSets } from './state-sets.js';
import { compareUnusedSchemas } from './unused-schemas.js';

/**
 * Every difference of two versions that a client or a server can notice, and every exported name that differs.
 *
 * Values are compared by structure, wherever an operation carries them: that an inline shape got a name, that a base
 * was written out, or that a name stands for another, is no change. Words (descriptions, titles, examples), the
 * versions that brought a thing, and the order in which things are written are no facts and not compared.
 *
 * @returns in the order of subject, place and kind: the same for the same two interfaces
 */
export function compareApis(older: Api, newer: Api): readonly Change[] {
  const comparison = new Comparison(older, newer);
  compareOperations(comparison);
  compareUnusedSchemas(comparison);
  compareStateSets(comparison);
  return changesOf(comparison.pairs);
}
