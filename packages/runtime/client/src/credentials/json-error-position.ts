/** Finds JSON syntax errors without quoting the text, as the JavaScript engine does: the text contains passwords. */

const token =
  /[[\]{}:,]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const space = /[ \t\n\r]*/y;

/** Returns the position of the first invalid token, `line 3, column 7`; undefined for valid JSON. */
export function jsonErrorPosition(text: string): string | undefined {
  const offset = jsonErrorOffset(text);
  if (offset === undefined) return undefined;
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

function jsonErrorOffset(text: string): number | undefined {
  const open: string[] = [];
  let wanted: 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'after' = 'value';
  for (let at = 0; ;) {
    space.lastIndex = at;
    space.test(text);
    at = space.lastIndex;
    if (at === text.length) return wanted === 'after' && open.length === 0 ? undefined : at;
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    if (found === undefined) return at;
    if (found === '}' || found === ']') {
      const closes = wanted === 'after' || wanted === (found === '}' ? 'key or }' : 'value or ]');
      if (!closes || open.pop() !== found) return at;
      wanted = 'after';
    } else if (found === ',') {
      if (wanted !== 'after' || open.length === 0) return at;
      wanted = open.at(-1) === '}' ? 'key' : 'value';
    } else if (found === ':') {
      if (wanted !== ':') return at;
      wanted = 'value';
    } else if (wanted === 'key' || wanted === 'key or }') {
      if (!found.startsWith('"')) return at;
      wanted = ':';
    } else if (wanted === 'value' || wanted === 'value or ]') {
      if (found === '{' || found === '[') open.push(found === '{' ? '}' : ']');
      wanted = found === '{' ? 'key or }' : found === '[' ? 'value or ]' : 'after';
    } else return at;
    at += found.length;
  }
}
