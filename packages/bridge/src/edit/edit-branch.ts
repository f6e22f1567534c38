/** What the values at one path of a JSON text need, as a tree. */
import type { Segment } from '@lading/runtime-overlay';
import { literalOf } from './json-literal.js';

/** Changes the properties of an object: the text of each value, by the index of the property, which is empty if it is absent. */
export type Edit = (values: string[]) => void;

interface EditedProperty {
  /** As in a text: between quotes, with a character for each byte. */
  readonly name: string;
  /** What the value itself needs, before the edits of the object. */
  inner: EditBranch | undefined;
  /** Whether the edits of the object need it. */
  isNeeded: boolean;
}

export class EditBranch {
  readonly properties: EditedProperty[] = [];
  readonly edits: Edit[] = [];
  entries: EditBranch | undefined;
  values: EditBranch | undefined;
  /** Whether an object has to be created in place of null, which takes decoding. */
  creates = false;

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
    const inner = [this.entries, this.values, ...this.properties.map((property) => property.inner)];
    const isMap = this.values !== undefined;
    return (isMap && this.properties.length > 0) || inner.some((branch) => branch?.isMixed === true);
  }

  /** Returns the index of a property for an edit. */
  indexOf(name: string): number {
    const property = this.#property(name);
    property.isNeeded = true;
    return this.properties.indexOf(property);
  }

  #property(name: string): EditedProperty {
    const text = literalOf(name).slice(1, -1);
    const found = this.properties.find((property) => property.name === text);
    const property = found ?? { name: text, inner: undefined, isNeeded: false };
    if (found === undefined) this.properties.push(property);
    return property;
  }
}
