/** Finds the changes that several operations have in common, so that a report says each once, with its operations. */
import type { Change } from '../../ir/index.js';

/** The same change of several operations. */
export interface RepeatedChange {
  /** The change of the first operation, with the sentence of all. */
  readonly change: Change;
  readonly all: readonly Change[];
}

/** How many operations have a change that is said once. */
const MINIMUM = 3;

/** Returns the changes that only differ in the operation that has them. */
export function repeatedChanges(changes: readonly Change[]): readonly RepeatedChange[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const { operations, subject, kind, breaks, direction } = change;
    if (operations.length !== 1 || ['api', 'operation', 'schema', 'field'].includes(subject)) continue;
    const key = JSON.stringify([kind, breaks, direction, sentenceOfAll(change)]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [change]);
    else group.push(change);
  }
  return [...groups.values()].flatMap((all): readonly RepeatedChange[] => {
    const [first] = all;
    if (first === undefined || all.length < MINIMUM) return [];
    const operations = all.flatMap((change) => change.operations);
    return [{ change: { ...first, sentence: sentenceOfAll(first), operations }, all }];
  });
}

function sentenceOfAll({ sentence, operations: [id = ''] }: Change): string {
  const name = id.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return sentence.replace(new RegExp(`(?<=(?:of|to|from|in) \`?)${name}(?![\\w/-])`, 'g'), 'each');
}
