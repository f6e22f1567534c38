/** Returns a CommonMark code span around any text. */
export function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(invisible, escapeCharacter);
  if (!line.includes('`')) return line.trim() === '' ? `\`"${line}"\`` : `\`${line}\``;
  const longest = Math.max(...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}

const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
