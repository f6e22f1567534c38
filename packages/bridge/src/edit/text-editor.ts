/** Edits the properties of objects in a JSON text in one pass, and copies the text around them. */
import type { EditBranch } from './edit-branch.js';
import { closeArray, closeObject, colon, comma, endOfValue, openArray, openObject, quote } from './json-text.js';

/** A property in the text that edits need. */
interface FoundProperty {
  readonly index: number;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
  readonly before: string;
}

/** A method that reads returns the position behind what it has read; -1 if that is not as engines write it. */
export class TextEditor {
  /** The edited text, up to a position of the original one. */
  #edited = '';
  #editedTo = 0;
  /** The first escape behind the names that have been read. */
  #escape = -1;

  /** @param text with a character for each byte; there may be a line break behind the value */
  constructor(private readonly text: string) {}

  /** Returns the edited value; undefined if the text is not as engines write it. */
  edit(root: EditBranch): string | undefined {
    const { text } = this;
    const end = this.#value(root, 0);
    const isWhole = end === text.length || (end === text.length - 1 && text.endsWith('\n'));
    return isWhole ? this.#edited + text.slice(this.#editedTo, end) : undefined;
  }

  #value(branch: EditBranch, start: number): number {
    const first = this.text.charCodeAt(start);
    const { entries, values, properties } = branch;
    if (first === openArray && entries !== undefined) return this.#array(entries, start);
    if (first === openObject && values !== undefined) return this.#map(values, start);
    if (first === openObject && properties.length > 0)
      return branch.edits.length > 0 ? this.#object(branch, start) : this.#outerObject(branch, start);
    if (branch.creates && this.text.startsWith('null', start)) return -1;
    return endOfValue(this.text, start);
  }

  #array(entries: EditBranch, start: number): number {
    const { text } = this;
    if (text.charCodeAt(start + 1) === closeArray) return start + 2;
    let at = start;
    do at = this.#value(entries, at + 1);
    while (text.charCodeAt(at) === comma);
    return text.charCodeAt(at) === closeArray ? at + 1 : -1;
  }

  #map(values: EditBranch, start: number): number {
    const { text } = this;
    if (text.charCodeAt(start + 1) === closeObject) return start + 2;
    let at = start;
    do {
      const nameEnd = this.#nameEnd(at + 1);
      at = nameEnd < 0 ? -1 : this.#value(values, nameEnd + 2);
    } while (text.charCodeAt(at) === comma);
    return text.charCodeAt(at) === closeObject ? at + 1 : -1;
  }

  #object(branch: EditBranch, start: number): number {
    const { text } = this;
    const values = branch.properties.map(() => '');
    const found: FoundProperty[] = [];
    let at = start;
    if (text.charCodeAt(start + 1) === closeObject) at += 1;
    else
      do at = this.#property(branch, at + 1, values, found);
      while (text.charCodeAt(at) === comma);
    if (text.charCodeAt(at) !== closeObject) return -1;
    for (const edit of branch.edits) edit(values);
    this.#write(branch, values, found, start + 1, at);
    return at + 1;
  }

  /** Reads an object of which nothing but values within its properties is edited: in place, and not once more as a text of their own. */
  #outerObject({ properties }: EditBranch, start: number): number {
    const { text } = this;
    if (text.charCodeAt(start + 1) === closeObject) return start + 2;
    const seen: boolean[] = [];
    let at = start;
    do {
      const nameEnd = this.#nameEnd(at + 1);
      if (nameEnd < 0) return -1;
      const index = indexOfName(properties, text, at + 2, nameEnd);
      // Of a repeated name only the last value counts.
      if (seen[index] === true) return -1;
      if (index >= 0) seen[index] = true;
      const inner = properties[index]?.inner;
      at = inner === undefined ? endOfValue(text, nameEnd + 2) : this.#value(inner, nameEnd + 2);
    } while (text.charCodeAt(at) === comma);
    return text.charCodeAt(at) === closeObject ? at + 1 : -1;
  }

  #property({ properties }: EditBranch, start: number, values: string[], found: FoundProperty[]): number {
    const { text } = this;
    const nameEnd = this.#nameEnd(start);
    if (nameEnd < 0) return -1;
    const valueStart = nameEnd + 2;
    const end = endOfValue(text, valueStart);
    const index = indexOfName(properties, text, start + 1, nameEnd);
    if (index < 0 || end < 0) return end;
    const before = text.slice(valueStart, end);
    const inner = properties[index]?.inner;
    const value = inner === undefined ? before : new TextEditor(before).edit(inner);
    // Of a repeated name only the last value counts.
    if (value === undefined || values[index] !== '') return -1;
    values[index] = value;
    found.push({ index, start, valueStart, end, before });
    return end;
  }

  /** Writes what edits have changed of an object, whose properties are between two positions. */
  #write(
    { properties }: EditBranch,
    values: string[],
    found: readonly FoundProperty[],
    start: number,
    end: number,
  ): void {
    /** Where the first property that stays may begin. */
    let first = start;
    for (const property of found) {
      const value = values[property.index] ?? '';
      values[property.index] = '';
      if (value === property.before) continue;
      if (value !== '') this.#replace(property.valueStart, property.end, value);
      else if (property.start > first) this.#replace(property.start - 1, property.end, '');
      else this.#replace(first, (first = Math.min(property.end + 1, end)), '');
    }
    // What has not been found was added.
    let separator = first === end ? '' : ',';
    for (let index = 0; index < values.length; index += 1) {
      if (values[index] === '') continue;
      this.#replace(end, end, `${separator}"${properties[index]?.name}":${values[index]}`);
      separator = ',';
    }
  }

  #replace(start: number, end: number, text: string): void {
    this.#edited += this.text.slice(this.#editedTo, start) + text;
    this.#editedTo = end;
  }

  /** Reads a name and the colon behind it. Returns the position behind its last character; -1 if it has escapes. */
  #nameEnd(start: number): number {
    const { text } = this;
    if (this.#escape < start) {
      const escape = text.indexOf('\\', start);
      this.#escape = escape < 0 ? text.length : escape;
    }
    const end = text.indexOf('"', start + 1);
    const isName = text.charCodeAt(start) === quote && text.charCodeAt(end + 1) === colon && this.#escape > end;
    return isName ? end : -1;
  }
}

function indexOfName(properties: EditBranch['properties'], text: string, start: number, end: number): number {
  for (let index = 0; index < properties.length; index += 1) {
    const name = properties[index]?.name ?? '';
    if (name.length === end - start && text.startsWith(name, start)) return index;
  }
  return -1;
}
