/** Names in packages other than those of the documents. */
import { get, isObject, type Json, type JsonObject } from './json.js';

/**
 * New names by present ones. A name may contain one `*`, which stands for any characters, and for the same characters in the
 * new name. The first entry that matches a name decides.
 */
export type Renames = Readonly<Record<string, string>>;

export interface NameRules {
  /** The names of schemas: `{ "Legacy*": "*" }`. */
  readonly schemas?: Renames;
  /** The operation IDs, by operation ID or by method and path: `{ "GET /pets/{id}": "petGet" }`. */
  readonly operations?: Renames;
  /**
   * The groups and methods of operations in clients and servers, by operation ID or by method and path:
   * `{ "POST /applePay/sessions": "applePay.createSession" }`.
   */
  readonly methods?: Renames;
  /** The tags, which name the groups of operations: `{ "pets (public)": "pets" }`. */
  readonly tags?: Renames;
}

/** The extension of a renamed schema with its former name, which discriminators without a mapping send as a value. */
const formerName = 'x-lading-former-name';

/** Returns a schema that remembers its former name; renamed back, it has none. */
export function withFormerName(schema: JsonObject, name: string, newName: string): JsonObject {
  const former = nameBefore(schema, name);
  const { [formerName]: _removed, ...others } = schema;
  return former === newName ? others : { ...others, [formerName]: former };
}

/** Returns the name of a schema in the document, before it was renamed. */
export function nameBefore(schema: Json | undefined, name: string): string {
  const former = isObject(schema) ? get(schema, formerName) : undefined;
  return typeof former === 'string' ? former : name;
}
