/** Whether schemas allow `null`. */
import { get, isArray, isObject, type JsonObject } from '../document/index.js';
import type { NamedSchemas } from './named-schemas.js';
import type { Node, Source } from './source.js';

/**
 * Whether every part of a schema allows `null`. One without a type does, as far as its parts do.
 *
 * @param isExact whether keywords imply no type: in `not` and `if`
 */
export function allowsNull(source: Source, node: Node, schemas: NamedSchemas, isExact = false): boolean {
  const { value } = node;
  // Older dialects declare it of the whole schema, whatever its parts are.
  if (get(value, 'x-nullable') === true || get(value, 'nullable') === true) return true;
  const hasReference = typeof get(value, '$ref') === 'string';
  if (hasReference && !source.readsSiblings) return refersToNull(source, node, schemas);
  if (!mayBeNull(value, isExact)) return false;
  const allows = ([, part]: readonly [string, Node]) => allowsNull(source, part, schemas, isExact);
  const isReference = ([, part]: readonly [string, Node]) => typeof get(part.value, '$ref') === 'string';
  const all = source.entries(node, 'allOf');
  // What is at hand is checked first: references may form long chains.
  return (
    all.every((part) => isReference(part) || allows(part)) &&
    (['oneOf', 'anyOf'] as const).every((key) => {
      const options = source.entries(node, key);
      const count = options.filter(allows).length;
      return options.length === 0 || (key === 'oneOf' && source.readsSiblings ? count === 1 : count > 0);
    }) &&
    all.every((part) => !isReference(part) || allows(part)) &&
    (!hasReference || refersToNull(source, node, schemas)) &&
    conditionsAllowNull(source, node, schemas, isExact)
  );
}

function conditionsAllowNull(source: Source, node: Node, schemas: NamedSchemas, isExact: boolean): boolean {
  if (get(node.value, 'not') === true) return false;
  const not = isObject(get(node.value, 'not')) ? source.child(node, 'not') : undefined;
  if (not !== undefined && allowsNull(source, not, schemas, true)) return false;
  const tested = source.child(node, 'if');
  if (tested === undefined) return true;
  const branch = source.child(node, allowsNull(source, tested, schemas, true) ? 'then' : 'else');
  return branch === undefined || allowsNull(source, branch, schemas, isExact);
}

function refersToNull(source: Source, node: Node, schemas: NamedSchemas): boolean {
  const name = source.schemaName(String(get(node.value, '$ref')));
  if (name !== undefined && schemas.has(name)) return schemas.isNullable(name);
  return allowsNull(source, source.follow(node), schemas);
}

/** Whether no keyword of a schema itself excludes `null`. */
function mayBeNull(value: JsonObject, isExact: boolean): boolean {
  const type = get(value, 'type');
  const listed = get(value, 'enum');
  // Many documents list null among the values of another type.
  const isListed = isArray(listed) && listed.includes(null);
  if (type !== undefined && type !== 'null' && !(isArray(type) && type.includes('null')) && !isListed) return false;
  if (isArray(listed) && !listed.includes(null)) return false;
  const constant = get(value, 'const');
  if (constant !== undefined && constant !== null) return false;
  return type !== undefined || isExact || impliedKind(value) === undefined;
}

/** The type that a schema without `type` has by its keywords. */
export function impliedKind(value: JsonObject): string | undefined {
  const objects = ['properties', 'additionalProperties', 'patternProperties', 'propertyNames'];
  if (objects.some((key) => isObject(get(value, key)))) return 'object';
  if (typeof (get(value, 'minProperties') ?? get(value, 'maxProperties')) === 'number') return 'object';
  const required = get(value, 'required');
  if (isArray(required) && required.length > 0) return 'object';
  return isObject(get(value, 'items')) || isArray(get(value, 'prefixItems')) ? 'array' : undefined;
}
