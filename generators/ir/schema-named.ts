/** The schema of a name. */
import type { Api } from './api.js';
import type { Schema } from './schema.js';

const schemasByName = new WeakMap<Pick<Api, 'schemas'>, ReadonlyMap<string, Schema>>();

/** Returns the schema of that name. The names are indexed once for each API, since there may be thousands. */
export function schemaNamed(api: Pick<Api, 'schemas'>, name: string): Schema | undefined {
  let schemas = schemasByName.get(api);
  if (schemas === undefined)
    schemasByName.set(api, (schemas = new Map(api.schemas.map((schema) => [schema.name, schema]))));
  return schemas.get(name);
}
