/** An interface as that of the version it extends, less what differs. */
import { literal } from './identifier.js';
import { mention, type CodeSymbol } from './mention.js';

const WIDTH = 120;

/**
 * The type after `extends`, in the form that prettier gives it.
 *
 * @param members that are not taken over @param before what stands on the line already
 */
export function inherited(base: CodeSymbol, members: readonly string[], before: string): string {
  if (members.length === 0) return mention(base);
  const names = members.map(literal).join(' | ');
  const line = `Omit<${mention(base)}, ${names}>`;
  // The base has the same name, and so another one where it is imported: four letters longer.
  if (before.length + `Omit<Base${base.name}, ${names}> {`.length <= WIDTH) return line;
  const listed = names.length + 2 <= WIDTH ? `  ${names}` : members.map((name) => `  | ${literal(name)}`).join('\n');
  return `Omit<\n  ${mention(base)},\n${listed}\n>`;
}
