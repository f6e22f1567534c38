/** Reads a record or map: a schema of objects. */
import { get, isObject, type Json } from '../document/index.js';
import type { Field, PropertyPattern, Type } from '../ir/index.js';
import { pick } from './constraints.js';
import type { Node } from './source.js';
import type { TypeReader } from './type-reader.js';
import { pascalCase, singular } from './naming.js';

export function recordOf(reader: TypeReader, node: Node, name: string): Type {
  const { source } = reader;
  const required = new Set(source.texts(node, 'required'));
  const fields = source
    .entries(node, 'properties')
    .map(([key, property]) => reader.field(key, property, required.has(key), name));
  const additional = get(node.value, 'additionalProperties');
  const rest = isObject(additional)
    ? reader.use({ value: additional, path: [...node.path, 'additionalProperties'] }, singular(name))
    : additional === true && fields.length > 0
      ? { kind: 'any' as const }
      : undefined;
  const patterns = patternsOf(reader, node, name);
  const names = source.child(node, 'propertyNames');
  // Without properties and a rest, nothing describes what is required.
  const isDescribed = fields.length > 0 || rest !== undefined;
  const declared = new Set(fields.map((field) => field.name));
  const undeclared = [...required].filter((key) => !declared.has(key));
  // A pattern may describe it, instead of the rest.
  const isOpen = isDescribed && additional !== false && patterns.length === 0;
  if (isOpen) fields.push(...undeclared.map((key) => requiredField(key, rest)));
  const constraints = {
    ...pick(source, node, [], ['minProperties', 'maxProperties']),
    ...(names !== undefined && { propertyNames: reader.use(withStringType(names), `${name}Key`) }),
    ...(patterns.length > 0 && { patterns }),
    ...(!isOpen && undeclared.length > 0 && { required: undeclared }),
  };
  if (fields.length > 0) {
    return {
      kind: 'record',
      bases: [],
      fields,
      ...(rest && { rest }),
      ...(additional === false && { closed: true }),
      ...constraints,
    };
  }
  if (additional === false && patterns.length === 0) {
    return { kind: 'record', bases: [], fields: [], closed: true, ...constraints };
  }
  return { kind: 'map', values: additional === false ? { kind: 'never' } : (rest ?? { kind: 'any' }), ...constraints };
}

/** Returns a property that is required and not declared. Each position has a type object of its own. */
function requiredField(name: string, rest: Type | undefined): Field {
  if (rest === undefined) return { name, type: { kind: 'any' }, required: true, undeclared: true };
  return { name, type: structuredClone(rest), required: true };
}

function patternsOf(reader: TypeReader, node: Node, name: string): readonly PropertyPattern[] {
  return reader.source
    .entries(node, 'patternProperties')
    .map(([pattern, value]) => ({ pattern, type: reader.use(value, `${singular(name)}${pascalCase('pattern')}`) }));
}

function withStringType(node: Node): Node {
  return { ...node, value: { type: 'string' as Json, ...node.value } };
}
