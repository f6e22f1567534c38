/** The operations on collections, as far as paths show them: `POST /pets` creates, `GET /pets` lists, `/pets/{id}` is one of them. */
import type { Field, ObjectSchema, Schema } from '@lading/runtime-wire';
import { resolved, withoutNull } from '@lading/runtime-values';
import { declaredOf, usualStatus } from './answer.js';
import type { MockDefinition } from './definition.js';

export type Action = 'create' | 'list' | 'read' | 'replace' | 'change' | 'delete';

/** What an operation does with a collection. */
export interface Role {
  readonly action: Action;
  /** The property that identifies an object; absent if there is none: objects are then numbered. */
  readonly id?: string;
  /** The parameter of the path that names an object, if the operation is on one. */
  readonly parameter?: string;
  /** The schema of objects as they are kept. */
  readonly schema: Schema;
}

const actions: Readonly<Record<string, Action>> = { GET: 'read', PUT: 'replace', PATCH: 'change', DELETE: 'delete' };

/** Returns the roles by operation. A collection needs an operation that creates, and one that lists or reads. */
export function rolesOf(definitions: readonly MockDefinition[]): ReadonlyMap<MockDefinition, Role> {
  const roles = new Map<MockDefinition, Role>();
  for (const create of definitions.filter(
    ({ operation: { method, path } }) => method === 'POST' && !path.endsWith('}'),
  )) {
    const { path } = create.operation;
    const list = definitions.find(({ operation: each }) => each.method === 'GET' && isSamePath(each.path, path));
    const items = definitions.filter(({ operation: each }) => parameterBelow(path, each.path) !== undefined);
    const read = items.find(({ operation }) => operation.method === 'GET');
    const parameter = parameterBelow(path, items[0]?.operation.path ?? '') ?? 'id';
    const schemas = [create, read]
      .flatMap((each) => (each && successSchema(each)) ?? [])
      .filter((each) => Object.keys(fieldsOf(each)).length > 0);
    const schema = schemas.find((each) => idOf(each, parameter) !== undefined) ?? schemas[0];
    if (schema === undefined || (list === undefined && read === undefined)) continue;
    const id = idOf(schema, parameter);
    const common = { schema, ...(id !== undefined && { id }) };
    roles.set(create, { action: 'create', ...common });
    if (list !== undefined && successSchema(list) !== undefined) roles.set(list, { action: 'list', ...common });
    for (const item of items) {
      const action = actions[item.operation.method];
      const named = parameterBelow(path, item.operation.path);
      if (action !== undefined && named !== undefined) roles.set(item, { action, ...common, parameter: named });
    }
  }
  return roles;
}

/** Returns the schema of the JSON body of the usual response. */
export function successSchema(definition: MockDefinition): Schema | undefined {
  const response = declaredOf(definition, usualStatus(definition))?.response;
  return response?.kind === 'json' ? response.schema : undefined;
}

/** Returns the fields of an object, those of the parts of an intersection included. */
export function fieldsOf(schema: Schema): Readonly<Record<string, Field>> {
  const bare = withoutNull(schema);
  if (bare.kind === 'intersection')
    return Object.assign({}, ...bare.parts.map((part) => fieldsOf(part))) as ObjectSchema['fields'];
  return bare.kind === 'object' ? bare.fields : {};
}

/** The property that a parameter of the path names: `petId` is `petId`, `id` or `name`. */
function idOf(schema: Schema, parameter: string): string | undefined {
  const fields = Object.entries(fieldsOf(schema)).filter(([, field]) => isScalar(field.schema));
  const wanted = [
    parameter,
    parameter.replace(/^.*[^a-z]?(id|name|key|slug|code)$/i, '$1'),
    'id',
    'uuid',
    'key',
    'name',
    'slug',
  ];
  for (const one of wanted) {
    const found = fields.find(([name]) => name.toLowerCase() === one.toLowerCase());
    if (found !== undefined) return found[0];
  }
  return undefined;
}

function isScalar(schema: Schema): boolean {
  return ['string', 'integer', 'number'].includes(resolved(withoutNull(schema)).kind);
}

function isSamePath(one: string, other: string): boolean {
  const shape = (path: string) => path.replace(/\{[^{}]*\}/g, '{}').replace(/\/$/, '');
  return shape(one) === shape(other);
}

/** The parameter of a path that is one segment below another path. */
function parameterBelow(path: string, below: string): string | undefined {
  const [, parent = '', parameter] = /^(.*)\/\{([^{}]*)\}$/.exec(below) ?? [];
  return parameter !== undefined && isSamePath(parent, path) ? parameter : undefined;
}
