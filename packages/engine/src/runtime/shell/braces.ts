/** Expands braces, as bash does: `{a,b}` and `{1..3}`. */

const maxWords = 100_000;

/** Returns the words of a text in braces; undefined if they are no expansion. */
export function expandBraces(text: string): string[] | undefined {
  const inner = text.slice(1, -1);
  const items = itemsOf(inner);
  return items.length > 1 ? items : rangeOf(inner);
}

/** Splits at commas that are not quoted or inside of other braces. */
function itemsOf(text: string): string[] {
  const items = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(/\\.|'[^']*'|"(?:\\.|[^"])*"|\$?\{|\}|,|[^\\'"${},]+|[^]/gs)) {
    if (piece.endsWith('{')) depth += 1;
    if (piece === '}') depth -= 1;
    if (piece === ',' && depth === 0) items.push('');
    else items[items.length - 1] += piece;
  }
  return items;
}

/** The words of `1..10`, `01..10`, `a..e`, and with a step `1..10..2`. */
function rangeOf(text: string): string[] | undefined {
  const [, from = '', to = '', step = '1'] =
    /^(?:(-?\d+)\.\.(-?\d+)|)(?:\.\.(-?\d+))?$/.exec(text) ??
    /^([a-zA-Z])\.\.([a-zA-Z])(?:\.\.(-?\d+))?$/.exec(text) ??
    [];
  if (from === '') return undefined;
  const isNumber = /\d/.test(from);
  const [first, last] = isNumber ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const distance = Math.abs(Number(step)) || 1;
  const count = Math.floor(Math.abs(last - first) / distance) + 1;
  if (count > maxWords) throw new Error(`{${text}}: too many words`);
  const isPadded = [from, to].some((each) => /^-?0\d/.test(each));
  const width = isPadded ? Math.max(from.length, to.length) : 0;
  return Array.from({ length: count }, (_, index) => {
    const value = first + (last < first ? -1 : 1) * distance * index;
    if (!isNumber) return String.fromCharCode(value);
    return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
  });
}
