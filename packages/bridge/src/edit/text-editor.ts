/** Edits the properties of objects in a JSON text in one pass, and copies the text around them. */
import type { EditBranch } from './edit-branch.js';
import { closeArray, closeObject, colon, comma, endOfValue, openArray, openObject, quote } from './json-text.js';

/** A method that reads returns the position behind what it has read; -1 if that is not as engines write it. */
export class TextEditor {
  /** The edited text, up to a position of the original one. */
  #edited = '';
  #editedTo = 0;
  /** The first escape behind the names that have been read. */
  #escape = -1;
  readonly #text: string;

  /** @param text with a character for each byte; there may be a line break behind the value */
  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the edited value; undefined if the text is not as engines write it. */
  edit(root: EditBranch): string | undefined {
    const text = this.#text;
    const end = this.#value(root, 0);
    const isWhole = end === text.length || (end === text.length - 1 && text.endsWith('\n'));
    return isWhole ? this.#edited + text.slice(this.#editedTo, end) : undefined;
  }

  #value(branch: EditBranch, start: number): number {
    const text = this.#text;
    const first = text.charCodeAt(start);
    if (first === openObject) {
      if (branch.labels.length > 0) return this.#object(branch, start);
      if (branch.values !== undefined) return this.#map(branch.values, start);
    } else if (first === openArray) {
      if (branch.entries !== undefined) return this.#array(branch.entries, start);
    } else if (branch.creates && text.startsWith('null', start)) return -1;
    return endOfValue(text, start);
  }

  #array(entries: EditBranch, start: number): number {
    const text = this.#text;
    if (text.charCodeAt(start + 1) === closeArray) return start + 2;
    let at = start;
    do at = this.#value(entries, at + 1);
    while (text.charCodeAt(at) === comma);
    return text.charCodeAt(at) === closeArray ? at + 1 : -1;
  }

  #map(values: EditBranch, start: number): number {
    const text = this.#text;
    if (text.charCodeAt(start + 1) === closeObject) return start + 2;
    let at = start;
    do {
      const nameEnd = text.indexOf('"', at + 2);
      at = this.#isName(at + 1, nameEnd) ? this.#value(values, nameEnd + 2) : -1;
    } while (text.charCodeAt(at) === comma);
    return text.charCodeAt(at) === closeObject ? at + 1 : -1;
  }

  #object(branch: EditBranch, start: number): number {
    const text = this.#text;
    const { object, edits } = branch;
    object.begin(text);
    let at = start;
    if (text.charCodeAt(start + 1) === closeObject) at += 1;
    else
      do {
        const nameStart = at + 1;
        const nameEnd = text.indexOf('"', at + 2);
        if (!this.#isName(nameStart, nameEnd)) return -1;
        const property = branch.named(text, nameStart + 1, nameEnd);
        if (property === undefined) {
          at = endOfValue(text, nameEnd + 2);
          continue;
        }
        const { index, inner } = property;
        // Of a repeated name only the last value counts.
        if (object.isFound(index)) return -1;
        const valueStart = nameEnd + 2;
        // Where nothing but what is within its values is edited, that is done in place, and not once more as a text of its own.
        at = inner === undefined || edits.length > 0 ? endOfValue(text, valueStart) : this.#value(inner, valueStart);
        if (at < 0) return -1;
        object.find(index, nameStart, valueStart, at);
        if (inner !== undefined && edits.length > 0 && !this.#editValue(branch, index, inner)) return -1;
      } while (text.charCodeAt(at) === comma);
    if (text.charCodeAt(at) !== closeObject) return -1;
    for (const edit of edits) object.apply(edit);
    object.write(branch.labels, start + 1, at, this.#replace);
    return at + 1;
  }

  /** Edits what is within a value. Returns whether it is as engines write it. */
  #editValue({ object }: EditBranch, index: number, inner: EditBranch): boolean {
    const before = object.get(index);
    const edited = new TextEditor(before).edit(inner);
    if (edited !== undefined && edited !== before) object.set(index, edited);
    return edited !== undefined;
  }

  readonly #replace = (start: number, end: number, text: string): void => {
    this.#edited += this.#text.slice(this.#editedTo, start) + text;
    this.#editedTo = end;
  };

  /** Whether there is a name without escapes, and a colon behind it. */
  #isName(start: number, end: number): boolean {
    const text = this.#text;
    if (text.charCodeAt(start) !== quote || text.charCodeAt(end + 1) !== colon) return false;
    return end < this.#escape || this.#isBeforeEscape(start, end);
  }

  #isBeforeEscape(start: number, end: number): boolean {
    if (this.#escape >= start) return false;
    const escape = this.#text.indexOf('\\', start);
    this.#escape = escape < 0 ? this.#text.length : escape;
    return this.#escape > end;
  }
}
