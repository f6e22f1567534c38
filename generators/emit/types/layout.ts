/** Lists and unions on one line where they fit, else one entry a line: the form that prettier gives them. */
const WIDTH = 120;

/**
 * The text of a union behind `before`; the printer of structures indents what stands on further lines.
 *
 * @param before what stands on the line already
 */
export function unionText(before: string, members: readonly string[]): string {
  const line = members.join(' | ');
  if (before.length + line.length + 1 <= WIDTH) return line;
  if (line.length + 3 <= WIDTH) return `\n${line}`;
  return `\n${members.map((member) => `| ${member}`).join('\n')}`;
}

/** @param before what stands on the line already @param after what follows the list @param indent of the line */
export function listText(before: string, entries: readonly string[], after: string, indent = ''): string {
  const line = `[${entries.join(', ')}]`;
  if (indent.length + before.length + line.length + after.length <= WIDTH) return line;
  return `[\n${entries.map((entry) => `${indent}  ${entry},\n`).join('')}${indent}]`;
}
