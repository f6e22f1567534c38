/**
 * Reads the keywords that say something about values of any type: `not`, `if`, those about properties that depend on others,
 * and those that constrain the values of one type where the schema states none.
 */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';
import type { ConditionType, Type } from '../ir/index.js';
import { pascalCase } from './naming.js';
import type { Node } from './source.js';
import type { TypeReader } from './type-reader.js';

/** The keywords that constrain values of one type. */
export const keywordsByType = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentMediaType', 'contentEncoding'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'minContains', 'maxContains'],
  object: [
    ...['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames'],
    ...['minProperties', 'maxProperties'],
  ],
} as const;

/** The keywords that are conditions, whatever the type. */
const conditional = ['not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas'];

/** Returns the conditions of a schema. */
export function conditionsOf(reader: TypeReader, node: Node, name: string): readonly ConditionType[] {
  if (!isConditional(node)) return [];
  const { source } = reader;
  const not = negated(node);
  const [tested, then, otherwise] = [source.child(node, 'if'), source.child(node, 'then'), source.child(node, 'else')];
  return [
    ...(not === undefined
      ? []
      : [{ kind: 'condition', if: reader.exact(not, `${name}Not`), then: { kind: 'never' } } as const]),
    // Alone, `if` describes properties and items, too.
    ...(tested === undefined || (then === undefined && otherwise === undefined && !source.dependsOnEvaluated)
      ? []
      : [
          {
            kind: 'condition',
            if: reader.exact(tested, `${name}If`),
            ...(then && { then: reader.use(then, `${name}Then`) }),
            ...(otherwise && { else: reader.use(otherwise, `${name}Else`) }),
          } as const,
        ]),
    ...dependentRequired(node).map(([property, required]) =>
      condition(requiring([property], name, reader), requiring(required, name, reader)),
    ),
    ...source
      .entries(node, 'dependentSchemas')
      .map(([property, schema]) =>
        condition(requiring([property], name, reader), reader.use(schema, `${name}With${pascalCase(property)}`)),
      ),
  ];
}

/** Returns the schema without the keywords of {@link conditionsOf}. */
export function withoutConditions(node: Node): Node {
  return isConditional(node) ? { ...node, value: without(node.value, conditional) } : node;
}

function isConditional({ value }: Node): boolean {
  return conditional.some((key) => Object.hasOwn(value, key));
}

/** Returns conditions for the keywords of a schema that states no type: each applies to values of its type alone. */
export function untypedConditions(reader: TypeReader, node: Node, name: string): readonly ConditionType[] {
  return Object.entries(keywordsByType).flatMap(([type, keys]): readonly ConditionType[] => {
    const found = Object.entries(node.value).filter(([key]) => (keys as readonly string[]).includes(key));
    if (found.length === 0) return [];
    // What is checked of every value of the type, where the schema says nothing else.
    const value: JsonObject = { type, ...Object.fromEntries(found) };
    const then = reader.use({ ...node, value }, `${name}${pascalCase(type)}`);
    const tested = reader.use({ ...node, value: { type } }, name);
    return isSame(then, tested) ? [] : [condition(tested, then)];
  });
}

function isSame(one: Type, other: Type): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function condition(tested: Type, then: Type): ConditionType {
  return { kind: 'condition', if: tested, then };
}

function negated(node: Node): Node | undefined {
  const not = get(node.value, 'not');
  return isObject(not) ? { value: not, path: [...node.path, 'not'] } : undefined;
}

function dependentRequired({ value }: Node): readonly (readonly [string, readonly string[]])[] {
  const dependents = get(value, 'dependentRequired');
  if (!isObject(dependents)) return [];
  return Object.entries(dependents).map(([property, required]) => [
    property,
    isArray(required) ? required.map(String) : [],
  ]);
}

/** Returns the type of objects that have these properties. */
function requiring(names: readonly string[], name: string, reader: TypeReader): Type {
  const value: JsonObject = { type: 'object', required: [...names] };
  return reader.use({ value, path: [] }, `${name}With${names.map(pascalCase).join('')}`);
}

export function without(value: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]): boolean => !keys.includes(key))) as Record<
    string,
    Json
  >;
}
