/** Decodes only the values of a JSON text that are needed, and keeps the text of all others as it was written. */
import { randomBytes } from 'node:crypto';
import { pathOf, type Segment } from '@lading/runtime-overlay';
import { jsonOf, parseJson } from './exact-json.js';

/** Drawn for each process, so that no message can contain it. */
const mark = `kept ${randomBytes(12).toString('base64url')} `;
const marked = new RegExp(`"${mark}\\d+":(\\d+)`, 'g');

/** A node of the tree of paths that are needed. */
interface Branch {
  /** Whether everything below is needed. */
  readonly isWhole: boolean;
  readonly properties: ReadonlyMap<string, Branch>;
  readonly entries: Branch | undefined;
  readonly values: Branch | undefined;
}

/** @param paths of the values that are needed, as in conversion rules */
export function partialJsonOf(paths: readonly string[]): (() => PartialJson) | undefined {
  const root = branchOf(paths.map((path) => pathOf(path)));
  return root.isWhole ? undefined : () => new PartialJson(root);
}

/** Decodes one text and encodes the value again. */
export class PartialJson {
  #texts: readonly string[] = [];

  constructor(private readonly root: Branch) {}

  /**
   * Returns the value, in which one property stands for each sequence of properties that are not needed.
   *
   * @throws SyntaxError if the text is not JSON; what is not needed is not checked
   */
  parse(text: string): unknown {
    const skeleton = new Skeleton(text);
    const written = skeleton.of(this.root);
    // Whatever is unusual is decoded as a whole, and mistakes are reported from there.
    if (written === undefined) return parseJson(text);
    this.#texts = skeleton.texts;
    return parseJson(written);
  }

  /** Returns a value that was parsed, and converted since, as JSON. */
  textOf(value: unknown): string {
    const text = jsonOf(value);
    if (this.#texts.length === 0) return text;
    return text.replace(marked, (_all, index: string) => this.#texts[Number(index)] ?? '');
  }
}

function branchOf(paths: readonly (readonly Segment[])[]): Branch {
  const behind = (is: (segment: Segment) => boolean): readonly (readonly Segment[])[] =>
    paths.flatMap(([first, ...rest]) => (first !== undefined && is(first) ? [rest] : []));
  const optional = (rest: readonly (readonly Segment[])[]) => (rest.length === 0 ? undefined : branchOf(rest));
  const names = new Set(paths.flatMap(([first]) => (typeof first === 'object' ? [first.name] : [])));
  const values = optional(behind((segment) => segment === '{}'));
  return {
    // Names among all values of a map are rare.
    isWhole: paths.some((path) => path.length === 0) || (values !== undefined && names.size > 0),
    properties: new Map(
      [...names].map((name) => [
        name,
        branchOf(behind((segment) => typeof segment === 'object' && segment.name === name)),
      ]),
    ),
    entries: optional(behind((segment) => segment === '[]')),
    values,
  };
}

const [quote, comma, colon, backslash, space] = [0x22, 0x2c, 0x3a, 0x5c, 0x20];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Writes a text again, with one property for each sequence of properties that are not needed. */
class Skeleton {
  readonly texts: string[] = [];
  #at = 0;
  #written = '';
  #isUnusual = false;

  constructor(private readonly text: string) {}

  /** Returns undefined for a text that is not as engines write it. */
  of(root: Branch): string | undefined {
    this.#space();
    this.#value(root);
    this.#space();
    return this.#isUnusual || this.#at !== this.text.length ? undefined : this.#written;
  }

  #value(branch: Branch): void {
    const first = this.text.charCodeAt(this.#at);
    if (!branch.isWhole) {
      if (first === openArray && branch.entries !== undefined) return this.#array(branch.entries);
      if (first === openObject && branch.values !== undefined) return this.#map(branch.values);
      if (first === openObject && branch.properties.size > 0) return this.#object(branch.properties);
    }
    const start = this.#at;
    this.#skip();
    this.#written += this.text.slice(start, this.#at);
  }

  #array(entries: Branch): void {
    this.#written += '[';
    this.#members(closeArray, ']', () => this.#value(entries));
  }

  #map(values: Branch): void {
    this.#written += '{';
    this.#members(closeObject, '}', () => {
      const start = this.#at;
      this.#name();
      this.#written += this.text.slice(start, this.#at);
      this.#value(values);
    });
  }

  /** Reads what is between brackets, and writes it with its commas. */
  #members(closing: number, bracket: string, member: () => void): void {
    this.#at += 1;
    for (let count = 0; !this.#isUnusual && !this.#ends(closing, count); count += 1) {
      if (count > 0) this.#written += ',';
      member();
    }
    this.#written += bracket;
  }

  #object(properties: ReadonlyMap<string, Branch>): void {
    const { text } = this;
    let separator = '{';
    // The sequence of properties that are not needed before the current position.
    let [begin, end] = [-1, -1];
    let sequences = 0;
    const keep = (): void => {
      if (begin < 0) return;
      // Equal names in all entries: objects of one shape are read and written faster.
      this.#written += `${separator}"${mark}${sequences}":${this.texts.length}`;
      sequences += 1;
      this.texts.push(text.slice(begin, end));
      separator = ',';
      begin = -1;
    };
    this.#at += 1;
    for (let count = 0; !this.#isUnusual && !this.#ends(closeObject, count); count += 1) {
      const start = this.#at;
      const branch = properties.get(this.#name());
      if (branch === undefined) {
        this.#skip();
        if (begin < 0) begin = start;
        end = this.#at;
      } else {
        keep();
        this.#written += separator + text.slice(start, this.#at);
        separator = ',';
        this.#value(branch);
      }
    }
    keep();
    this.#written += separator === '{' ? '{}' : '}';
  }

  /** Whether an object or an array ends here; otherwise reads the comma before each member but the first. */
  #ends(closing: number, count: number): boolean {
    this.#space();
    const code = this.text.charCodeAt(this.#at);
    if (code === closing) {
      this.#at += 1;
      return true;
    }
    if (count > 0) {
      this.#isUnusual ||= code !== comma;
      this.#at += 1;
      this.#space();
    }
    return this.#isUnusual;
  }

  /** Reads a name and the colon behind it. */
  #name(): string {
    const { text } = this;
    const start = this.#at + 1;
    const end = text.indexOf('"', start);
    const name = text.slice(start, end);
    this.#isUnusual ||= text.charCodeAt(start - 1) !== quote || end < 0 || name.includes('\\');
    this.#at = end + 1;
    this.#space();
    this.#isUnusual ||= text.charCodeAt(this.#at) !== colon;
    this.#at += 1;
    this.#space();
    return name;
  }

  #space(): void {
    while (this.text.charCodeAt(this.#at) <= space) this.#at += 1;
  }

  /** Skips a value, whatever it contains. */
  #skip(): void {
    const { text } = this;
    const { length } = text;
    const start = this.#at;
    let at = start;
    let depth = 0;
    do {
      const code = text.charCodeAt(at);
      at += 1;
      if (code === quote) at = endOfString(text, at);
      else if (code === openObject || code === openArray) depth += 1;
      else if (code === closeObject || code === closeArray) depth -= 1;
      else if (depth === 0) while (at < length && !isEnd(text.charCodeAt(at))) at += 1;
    } while (depth > 0 && at < length);
    this.#isUnusual ||= depth !== 0 || at > length || isEnd(text.charCodeAt(start));
    this.#at = at;
  }
}

/** Returns the position behind the quote that ends a string: searching it is faster than reading each letter. */
function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start);
  if (end < 0) return text.length + 1;
  if (text.charCodeAt(end - 1) !== backslash) return end + 1;
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}

function isEnd(code: number): boolean {
  return code <= space || code === comma || code === colon || code === closeArray || code === closeObject;
}
