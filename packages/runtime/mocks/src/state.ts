/** Objects that requests have created, by the path of their collection. */
import type { Schema } from '@lading/runtime-wire';
import { fits, withoutNull, type Random } from '@lading/runtime-values';
import { pageOf, randomFor, sampleOf } from './answer.js';
import { fieldsOf, successSchema, type Role } from './collections.js';
import type { MockDefinition } from './definition.js';
import type { AnyResolver, AnyResponse } from './mock.js';

type Item = Readonly<Record<string, unknown>>;

/** The objects of all collections. */
export type State = Map<string, Map<string, Item>>;

/** How often another identifier is made if one is taken. */
const attempts = 1000;

/** Returns the resolver of an operation on a collection. */
export function statefulResolver(definition: MockDefinition, role: Role, state: State, seed: number): AnyResolver {
  const { action, parameter, id, schema } = role;
  const usual = successSchema(definition);
  const random = randomFor(definition, seed, {});
  return ({ request, path, query, body }) => {
    const { pathname } = new URL(request.url);
    const collection = parameter === undefined ? pathname.replace(/\/$/, '') : pathname.replace(/\/[^/]*\/?$/, '');
    const objects = state.get(collection) ?? new Map<string, Item>();
    state.set(collection, objects);
    const name = parameter === undefined ? '' : (path[parameter] ?? '');
    const found = objects.get(name);
    switch (action) {
      case 'create': {
        const created = newObject(definition, role, body, objects, random);
        const key = id === undefined ? String(objects.size + 1) : String(created[id]);
        objects.set(key, created);
        const location = `${collection}/${encodeURIComponent(key)}`;
        return { ...shown(created, usual, definition, random), headers: { location } };
      }
      case 'list':
        if (usual === undefined) return undefined;
        return { body: pageOf(listOf([...objects.values()], usual, definition, random), definition, usual, query) };
      case 'read':
        return found === undefined ? missing(definition) : shown(found, usual, definition, random);
      case 'delete':
        return objects.delete(name) ? undefined : missing(definition);
      case 'change':
      case 'replace': {
        if (found === undefined && action === 'change') return missing(definition);
        const base = found ?? withId(sampleOf(definition, schema, random) as Item, role, name);
        const changed = withId(shaped({ ...base, ...objectIn(body) }, schema, definition, random) as Item, role, name);
        objects.set(name, changed);
        return shown(changed, usual, definition, random);
      }
    }
  };
}

/** A response with the object, if the operation responds with it. */
function shown(object: Item, usual: Schema | undefined, definition: MockDefinition, random: Random): AnyResponse {
  return usual === undefined ? {} : { body: shaped(object, usual, definition, random) };
}

/** The response for an object that does not exist. */
function missing({ schemas: { errors = {} } }: MockDefinition): AnyResponse | Response {
  const isDeclared = ['404', '4XX', 'default'].some((key) => Object.hasOwn(errors, key));
  return isDeclared ? { status: 404 } : new Response(null, { status: 404 });
}

function newObject(
  definition: MockDefinition,
  role: Role,
  body: unknown,
  objects: ReadonlyMap<string, Item>,
  random: Random,
): Item {
  const given = objectIn(body);
  let created: Item = {};
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    created = shaped(
      { ...(sampleOf(definition, role.schema, random) as object), ...given },
      role.schema,
      definition,
      random,
    ) as Item;
    // Few different values fit some schemas of identifiers.
    if (role.id === undefined || !objects.has(String(created[role.id]))) return created;
  }
  return withId(created, role, String(objects.size + 1));
}

/** An object with an identifier, as far as that fits. */
function withId(object: Item, { id, schema }: Role, name: string): Item {
  if (id === undefined) return object;
  const field = fieldsOf(schema)[id];
  const values = [name, Number(name)];
  const value = field && values.find((each) => fits(each, field.schema));
  return value === undefined ? object : { ...object, [id]: value };
}

/** The list of a collection: an array, or an object with one. */
function listOf(objects: readonly Item[], schema: Schema, definition: MockDefinition, random: Random): unknown {
  const bare = withoutNull(schema);
  const items = (of: Schema & { kind: 'array' }) => objects.map((each) => shaped(each, of.items, definition, random));
  if (bare.kind === 'array') return items(bare);
  const body = sampleOf(definition, schema, random);
  const found = Object.entries(fieldsOf(schema)).flatMap(([name, field]) => {
    const array = withoutNull(field.schema);
    return array.kind === 'array' ? [[name, array] as const] : [];
  });
  const [[name, array] = []] = found;
  if (name === undefined || array === undefined || typeof body !== 'object' || body === null) return body;
  const list = { ...body, [name]: items(array) };
  return fits(list, schema) ? list : body;
}

/** A value that fits a schema, with as many properties of the object as fit. */
function shaped(object: Item, schema: Schema, definition: MockDefinition, random: Random): unknown {
  if (fits(object, schema)) return object;
  const base = sampleOf(definition, schema, random);
  if (typeof base !== 'object' || base === null || Array.isArray(base)) return base;
  let value = base as Item;
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    if (!Object.hasOwn(object, name) || !fits(object[name], field.schema)) continue;
    const changed = Object.fromEntries([...Object.entries(value), [name, object[name]]]);
    if (fits(changed, schema)) value = changed;
  }
  return value;
}

function objectIn(body: unknown): Item {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Item) : {};
}
