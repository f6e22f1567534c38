/** The text of a YAML file, taken apart at the entries of its large blocks: an entry that stood there before is known. */
import { isArray, isObject, objectOf, type Json } from '../document/index.js';

/** What is shorter is parsed in one. */
const LARGE = 3000;
/** Each level is looked through once more: what lies deeper is parsed in one. */
const DEEPEST = 8;

type Parse = (text: string) => Json;

/** What the entries of a text were parsed to, as often as each stands there. */
type Known = Map<string, Json[]>;

export class Parts {
  #known: Known = new Map();

  /**
   * What the text says, made of what its entries say: those of the last text are not parsed again.
   *
   * @param parse a text, or an entry as a text of its own; what it throws of an entry need not be wrong with the text
   * @returns undefined where the text is not plainly made of entries
   */
  value(text: string, parse: Parse): Json | undefined {
    // Whether an explicit key (`? key`) is well-formed, the parser tells only by what stands behind its entry.
    if (/^[ -]*\?(?![^ \t\r\n])/m.test(text)) return undefined;
    const known: Known = new Map();
    const parsed: Parse = (entry) => {
      const here = known.get(entry) ?? [];
      known.set(entry, here);
      // The same words elsewhere are another value: what is known of a value may be known by its place.
      const former = this.#known.get(entry)?.[here.length];
      const value = former === undefined ? parse(entry) : former;
      here.push(value);
      return value;
    };
    const value = blockOf(text, parsed, DEEPEST);
    if (value !== undefined) this.#known = known;
    return value;
  }
}

function blockOf(text: string, parse: Parse, levels: number): Json | undefined {
  const entries = text.length < LARGE || levels === 0 ? undefined : entriesOf(text);
  if (entries === undefined) return undefined;
  const values = entries.map((entry) => entryOf(entry, parse, levels - 1));
  if (values.every((value) => isArray(value) && value.length === 1)) return values.flat();
  const pairs = values.flatMap((value) => (isObject(value) ? Object.entries(value) : []));
  const keys = new Set(pairs.map(([key]) => key));
  // Of a key that is there twice, the parser of the whole tells the place.
  return pairs.length === values.length && keys.size === pairs.length ? objectOf(pairs) : undefined;
}

/** An entry as a block of its own, which holds nothing else. */
function entryOf(entry: string, parse: Parse, levels: number): Json {
  const head = headAlone.exec(entry)?.[0];
  const block = head === undefined ? undefined : blockOf(entry.slice(head.length), parse, levels);
  if (head === undefined || block === undefined) return parse(entry);
  const [key = ''] = Object.keys(parse(head) ?? {});
  return objectOf([[key, block]]);
}

/** Keys as most are: any other, `<<` and what is none, leaves the block whole. */
const key = String.raw`(?:[\w/$.][\w/$.{}~@+-]*|'[^'\n]*'|"[^"\\\n]*"):(?![^ \t\r\n])`;
const dash = String.raw`-(?![^ \t\r\n])`;
const headAlone = new RegExp(String.raw`^ *${key}[ \t]*(?:[ \t]#[^\n]*)?\r?\n`);

/** The texts of entries that stand below each other at one margin; undefined where something else stands there too. */
function entriesOf(text: string): readonly string[] | undefined {
  const block = text.replace(/^(?:[ \t\r]*(?:#[^\n]*)?\n)*/, '');
  const margin = block.search(/[^ ]/);
  if (margin === -1) return undefined;
  const isList = block[margin] === '-';
  const begin = new RegExp(` {${margin}}${isList ? dash : key}`, 'y');
  const within = new RegExp(` {${margin}}${dash}`, 'y');
  const begins: number[] = [];
  // Comments aside, whatever stands no further in than the margin must be the begin of an entry.
  for (const line of block.matchAll(new RegExp(`(^|\\n) {0,${margin}}(?=[^ \\t\\r\\n#])`, 'g'))) {
    const at = line.index + (line[1]?.length ?? 0);
    begin.lastIndex = within.lastIndex = at;
    if (begin.test(block)) begins.push(at);
    // A list below a key may stand at the margin of the key.
    else if (isList || at === 0 || !within.test(block)) return undefined;
  }
  return begins[0] === 0 ? begins.map((from, index) => block.slice(from, begins[index + 1])) : undefined;
}
