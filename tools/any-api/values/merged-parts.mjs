/** The parts of an intersection as one schema. */
import { resolved } from './resolved.mjs';

/** @typedef {import('@lading/runtime-wire').Schema} Schema */

/**
 * One schema instead of several: objects have the properties of all, an enum or the first union restricts the rest, and scalars have the limits of all.
 * @param {readonly Schema[]} parts @returns {Schema}
 */
export function mergedParts(parts) {
  /** @type {readonly Schema[]} */
  const all = parts.flatMap((part) =>
    part.kind === 'intersection' ? part.parts.map((each) => /** @type {Schema} */ (resolved(each))) : [part],
  );
  // What a condition adds to the values of one type, it adds here, too.
  const flat = all
    .flatMap((part) => {
      if (part.kind === 'condition')
        return isTypeTest(part.if) && part.then ? [/** @type {Schema} */ (resolved(part.then))] : [];
      return part.kind === 'any' ? [] : [part];
    })
    .filter(hasKindOf(all));
  const [first, ...others] = flat;
  if (first === undefined) return { kind: 'any' };
  if (others.length === 0) return first;
  const union = flat.find((part) => part.kind === 'union');
  if (union !== undefined) {
    const rest = flat.filter((part) => part !== union);
    return { ...union, options: union.options.map((option) => mergedParts([...rest, resolved(option)])) };
  }
  if (flat.every((part) => part.kind === 'nullable'))
    return { kind: 'nullable', of: { kind: 'intersection', parts: flat.map(({ of }) => resolved(of)) } };
  if (flat.some((part) => part.kind === 'nullable'))
    return { kind: 'intersection', parts: flat.map((part) => (part.kind === 'nullable' ? resolved(part.of) : part)) };
  const objects = flat.filter((part) => part.kind === 'object');
  if (objects.length > 0)
    return flat.every(({ kind }) => kind === 'object' || kind === 'map')
      ? mergedObjects(
          objects,
          flat.filter((part) => part.kind === 'map'),
        )
      : { kind: 'never' };
  const enums = flat.filter((part) => part.kind === 'enum');
  const kinds = new Set(flat.map(({ kind }) => (kind === 'number' ? 'integer' : kind)));
  kinds.delete('enum');
  if (kinds.size > 1) return { kind: 'never' };
  if (enums.length > 0) return commonEnum(enums, [...kinds]);
  const arrays = flat.filter((part) => part.kind === 'array');
  const items = arrays.map((part) => resolved(part.items));
  return /** @type {Schema} */ (
    Object.assign({}, ...flat, arrays.length > 0 && { items: { kind: 'intersection', parts: items } })
  );
}

/** Whether a schema only names a type. @param {Schema} schema */
function isTypeTest(schema) {
  return Object.keys(schema).length === 1;
}

/** A condition on another type than that of the other parts does not concern their values. @param {readonly Schema[]} all @returns {(part: Schema) => boolean} */
function hasKindOf(all) {
  const others = all.filter(({ kind }) => kind !== 'condition' && kind !== 'any');
  const kinds = new Set(others.map(({ kind }) => kindFor(kind)));
  return (part) => others.includes(part) || kinds.size === 0 || kinds.has(kindFor(part.kind));
}

/** @param {Schema['kind']} kind */
function kindFor(kind) {
  return kind === 'number' ? 'integer' : kind === 'map' ? 'object' : kind;
}

/** The constants that all enums have. @param {readonly (Schema & { kind: 'enum' })[]} enums @param {readonly string[]} kinds those of the other parts @returns {Schema} */
function commonEnum(enums, kinds) {
  const texts = enums.map(({ values }) => new Set(values.map((value) => JSON.stringify(value))));
  const values = enums
    .flatMap(({ values: all }) => all)
    .filter((value) => texts.every((set) => set.has(JSON.stringify(value))))
    .filter((value) => kinds.every((kind) => kind === kindOf(value)));
  return values.length === 0 ? { kind: 'never' } : { kind: 'enum', values, open: false };
}

/** The kind of schema that a constant fits. @param {unknown} value */
function kindOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : typeof value;
}

/** @param {readonly (Schema & { kind: 'object' })[]} objects @param {readonly (Schema & { kind: 'map' })[]} maps @returns {Schema} */
function mergedObjects(objects, maps) {
  /** @type {Map<string, { schema: Schema, required: boolean }>} */
  const fields = new Map();
  for (const [name, field] of objects.flatMap((object) => Object.entries(object.fields))) {
    const previous = fields.get(name);
    const schema =
      previous === undefined
        ? field.schema
        : previous.schema === field.schema
          ? field.schema
          : /** @type {Schema} */ ({
              kind: 'intersection',
              parts: [resolved(previous.schema), resolved(field.schema)],
            });
    fields.set(name, { schema, required: field.required || previous?.required === true });
  }
  const rests = objects.flatMap(({ rest }) => rest ?? []);
  const closed = objects.some(({ rest }) => rest === undefined);
  const constraints = Object.assign({}, ...objects);
  // What a part declares is no property of another one that is closed.
  const isAllowed = (/** @type {string} */ name) =>
    objects.every((object) => object.closed !== true || name in object.fields);
  // What a part does not declare is one of its other properties.
  const others = (/** @type {string} */ name) => [
    ...objects.flatMap(({ fields: own, rest }) => (name in own ? [] : (rest ?? []))),
    ...maps.map(({ values }) => values),
  ];
  const allowed = [...fields]
    .filter(([name]) => isAllowed(name))
    .map(([name, { schema, required }]) => {
      const parts = [schema, ...others(name)].map((each) => /** @type {Schema} */ (resolved(each)));
      const both = /** @type {Schema} */ (parts.length > 1 ? { kind: 'intersection', parts } : schema);
      return { name, field: { schema: both, required }, isPossible: required || haveOneKind(parts) };
    })
    .filter(({ isPossible }) => isPossible)
    .map(({ name, field }) => [name, field]);
  return { ...constraints, fields: Object.fromEntries(allowed), rest: closed ? undefined : rests[0] };
}

/** Whether values may fit all schemas, as far as these state one kind of value each. @param {readonly Schema[]} parts */
function haveOneKind(parts) {
  const kinds = new Set(parts.map(({ kind }) => kindFor(kind)));
  return kinds.size < 2 || ![...kinds].every((kind) => single.has(kind));
}

const single = new Set(['string', 'integer', 'boolean', 'array', 'object', 'bytes']);
