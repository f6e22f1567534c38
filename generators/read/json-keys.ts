/** The keys of objects in the text of valid JSON, of which the parser keeps only the last of equal ones. */

/** Counts the keys, repeated ones too. */
export function countKeys(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start >= 0;) {
    const end = endOfString(text, start);
    if (isKey(text, end)) count += 1;
    start = text.indexOf('"', end);
  }
  return count;
}

/** Returns which key of an object occurs a second time, and where: `has the key "get" twice, at line 7, column 5`. */
export function duplicateKey(text: string): string {
  const objects: Set<string>[] = [];
  const token = /["{}]/g;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === '{') objects.push(new Set());
    else if (found[0] === '}') objects.pop();
    else {
      token.lastIndex = endOfString(text, found.index);
      if (!isKey(text, token.lastIndex)) continue;
      const key = String(JSON.parse(text.slice(found.index, token.lastIndex)));
      if (objects.at(-1)?.has(key) === true)
        return `has the key ${shown(key)} twice, at ${position(text, found.index)}`;
      objects.at(-1)?.add(key);
    }
  }
  return 'has a key twice';
}

/** Returns the position after the closing quote. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charAt(before - 1) === '\\') before -= 1;
  return (at - before) % 2 === 1;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at += 1;
  return text.charAt(at) === ':';
}

function shown(key: string): string {
  return JSON.stringify(key.length > 100 ? `${key.slice(0, 100)}…` : key);
}

function position(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
