/** An interface as that of the version it extends, less what differs. */
import { literal } from './identifier.js';
import { mention, type CodeSymbol } from './mention.js';
import type { TypeCode } from './tree.js';
import { generic, union } from './type-trees.js';

/** The type after `extends`. @param members that are not taken over */
export function inherited(base: CodeSymbol, members: readonly string[]): TypeCode {
  return members.length === 0 ? mention(base) : generic('Omit', mention(base), union(members.map(literal)));
}
