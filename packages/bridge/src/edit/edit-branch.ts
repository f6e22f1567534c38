/** What the values at one path of a JSON text need, as a tree. It is created once for an operation, with what its edits keep. */
import type { Segment } from '@lading/runtime-conversion';
import { EditedObject, type Edit } from './edited-object.js';
import { literalOf } from './json-literal.js';

interface EditedProperty {
  /** As in a text: between quotes, with a character for each byte. */
  readonly name: string;
  readonly index: number;
  /** What the value itself needs, before the edits of the object. */
  inner: EditBranch | undefined;
  /** Whether the edits of the object need it. */
  isNeeded: boolean;
}

export class EditBranch {
  readonly edits: Edit[] = [];
  readonly object = new EditedObject();
  /** The names of the properties with what is around them in a text. */
  readonly labels: string[] = [];
  entries: EditBranch | undefined;
  values: EditBranch | undefined;
  /** Whether an object has to be created in place of null, which takes decoding. */
  creates = false;
  readonly #properties: EditedProperty[] = [];
  /** The properties by the lengths of their names. */
  readonly #byLength: EditedProperty[][] = [];

  /** Returns the branch of a path; undefined if an edit that was added before needs a value on the way. */
  at([first, ...rest]: readonly Segment[]): EditBranch | undefined {
    if (first === undefined) return this;
    if (first === '[]') return (this.entries ??= new EditBranch()).at(rest);
    if (first === '{}') return (this.values ??= new EditBranch()).at(rest);
    const property = this.#property(first.name);
    return property.isNeeded ? undefined : (property.inner ??= new EditBranch()).at(rest);
  }

  /** Whether names are looked up among all values of a map, which is rare. */
  get isMixed(): boolean {
    const inner = [this.entries, this.values, ...this.#properties.map((property) => property.inner)];
    const isMap = this.values !== undefined;
    return (isMap && this.#properties.length > 0) || inner.some((branch) => branch?.isMixed === true);
  }

  /** Returns the index of a property for an edit. */
  indexOf(name: string): number {
    const property = this.#property(name);
    property.isNeeded = true;
    return property.index;
  }

  /** Returns the property whose name is between two positions of a text. */
  named(text: string, start: number, end: number): EditedProperty | undefined {
    const length = end - start;
    if (length >= this.#byLength.length) return undefined;
    for (const property of this.#byLength[length] ?? []) if (text.startsWith(property.name, start)) return property;
    return undefined;
  }

  /** Lets go of the text that was edited last, which may be long. */
  release(): void {
    this.object.begin('');
    this.entries?.release();
    this.values?.release();
    for (const { inner } of this.#properties) inner?.release();
  }

  #property(name: string): EditedProperty {
    const text = literalOf(name).slice(1, -1);
    const found = this.#properties.find((property) => property.name === text);
    if (found !== undefined) return found;
    const property = { name: text, index: this.labels.length, inner: undefined, isNeeded: false };
    this.#properties.push(property);
    this.labels.push(`"${text}":`);
    this.object.addProperty();
    while (this.#byLength.length <= text.length) this.#byLength.push([]);
    this.#byLength[text.length]?.push(property);
    return property;
  }
}
