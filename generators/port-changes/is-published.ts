/** Whether our document has what the published one had at a place. */
import { equal, namedObjects, type Json } from '../document/index.js';
import { withoutTexts } from './facts-of.js';
import type { MergeInputs } from './port-changes.js';

/** Whether ours is what the earlier document has at the place, apart from texts. */
export function isPublished({ before, ours }: Pick<MergeInputs, 'before' | 'ours'>, path: readonly string[]): boolean {
  return equalOrBothAbsent(ours && withoutTexts(ours, namedObjects.has(path.at(-1) ?? '')), before);
}

export function equalOrBothAbsent(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined ? one === other : equal(one, other);
}
