/** Properties that a record does not declare → the index signatures of its interface. */
import {
  inlineType,
  intersection,
  union,
  type InterfaceStructure,
  type TypeCode,
  StructureKind,
  type Field,
  type PropertyPattern,
  type Type,
} from '../../emitter/index.js';
import { patternKeys } from './pattern-keys.js';
import { typeCode, type TypeSpelling } from './type-code.js';

/**
 * Returns the index signatures of an interface: one for each pattern, and one for all other keys.
 *
 * @param fields all fields of the interface, inherited ones included
 * @param rests the types that the values of other keys have, all of them; none if the document does not state any
 */
export function indexSignatures(
  fields: readonly Field[],
  patterns: readonly PropertyPattern[],
  rests: readonly Type[],
  spelling: TypeSpelling,
): Pick<InterfaceStructure, 'indexSignatures'> {
  const fieldNames = fields.map(({ name }) => name);
  const keys = patternKeys(patterns, fieldNames);
  const index = (keyType: string, returnType: TypeCode) =>
    ({ kind: StructureKind.IndexSignature, keyName: 'key', keyType, returnType }) as const;
  const indexes = [
    ...patterns.flatMap(({ type }, position) => {
      const key = keys?.[position];
      return key === undefined ? [] : [index(key, typeCode(type, spelling))];
    }),
    ...(rests.length > 0 || keys === undefined ? [index('string', restCode(fields, patterns, rests, spelling))] : []),
  ];
  return indexes.length === 0 ? {} : { indexSignatures: indexes };
}

/**
 * Returns the union of the types of all values, since TypeScript checks the declared properties against an index signature
 * as well. Without `exactOptionalPropertyTypes`, optional ones may be `undefined`.
 */
function restCode(
  fields: readonly Field[],
  patterns: readonly PropertyPattern[],
  rests: readonly Type[],
  spelling: TypeSpelling,
): TypeCode {
  if (rests.length === 0) return 'unknown';
  const codes = [
    intersection(rests.map((rest) => typeCode(rest, spelling))),
    ...[...patterns, ...fields].map(({ type }) => typeCode(type, spelling)),
    ...(fields.some(({ required }) => !required) ? ['undefined'] : []),
  ];
  const distinct = new Map(codes.map((code) => [inlineType(code), code]));
  return distinct.has('unknown') ? 'unknown' : union([...distinct.values()]);
}
