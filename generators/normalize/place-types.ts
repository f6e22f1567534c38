/** The types of places that references point to and that are no named schemas: each is read once, even if it contains itself. */
import type { Type } from '../ir/index.js';
import { withoutNull } from './intersect.js';
import type { Node } from './source.js';

export class PlaceTypes {
  readonly #types = new Map<string, Type>();
  /** The names of the places that are being read and refer to themselves. */
  readonly #names = new Map<string, string | undefined>();

  /** Returns the type of a place. @param reserve reserves a name if the place contains a reference to itself */
  type({ path }: Node, read: () => Type, declare: (name: string, type: Type) => void, reserve: () => string): Type {
    const place = path.join('/');
    const existing = this.#types.get(place);
    // Each position has a type object of its own.
    if (existing !== undefined) return structuredClone(existing);
    if (this.#names.has(place)) {
      const name = this.#names.get(place) ?? reserve();
      this.#names.set(place, name);
      return { kind: 'reference', name };
    }
    this.#names.set(place, undefined);
    const type = read();
    const name = this.#names.get(place);
    this.#names.delete(place);
    if (name !== undefined) declare(name, withoutNull(type));
    const result: Type =
      name === undefined ? type : { kind: 'reference', name, ...(type.nullable && { nullable: type.nullable }) };
    this.#types.set(place, result);
    return result;
  }
}
