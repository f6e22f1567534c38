/** An object type → the code of its validator. */
import {
  countText,
  literal,
  schemaNamed,
  type Api,
  type Field,
  type RecordType,
  type Schema,
  type Type,
  type UnionType,
} from 'lading/emitter';
import { allOf, conditionCode, entryName, entryValue, everyEntry, fitsCode, unionCode } from './combined-code.js';
import type { Context } from './context.js';
import { unevaluated } from './evaluated.js';
import type { Code, Entry } from './library.js';
import { expression, isExpression } from './scalar-code.js';

/** Returns the code of an object, with the fields of its bases. */
export function objectCode(type: Extract<Type, { kind: 'map' | 'record' }>, context: Context): Code {
  if (type.kind === 'record' && type.discriminator !== undefined)
    return variantsCode(type, type.discriminator, context);
  const records: readonly Type[] = type.kind === 'record' ? [type, ...basesOf(type, context.api)] : [type];
  const codes = records.flatMap((record) => ownCode(record as RecordType, context));
  const code = allOf(codes, context);
  const last = records.flatMap((one) => (one.kind === 'record' && one.unevaluated) || []).at(-1);
  return unevaluated(code, type, [last, undefined], context);
}

/** Returns the records that a record extends, and those that these extend. */
function basesOf({ bases }: RecordType, api: Api, seen = new Set<string>()): readonly RecordType[] {
  return bases.flatMap((name) => {
    const type = schemaNamed(api, name)?.type;
    if (seen.has(name) || type?.kind !== 'record') return [];
    seen.add(name);
    return [type, ...basesOf(type, api, seen)];
  });
}

/** The validators of what one record or map says itself. */
function ownCode(type: Extract<Type, { kind: 'map' | 'record' }>, context: Context): readonly Code[] {
  const { library, check, global } = context;
  const fields = type.kind === 'record' ? type.fields : [];
  const declared = fields.filter(({ undeclared }) => undeclared === undefined);
  // Libraries read properties that every object inherits, such as `constructor`.
  const isInherited = ({ name }: Field) => name in Object.prototype && name !== '__proto__';
  const inherited = declared.filter(isInherited).map((field): readonly [string, string] => {
    const has = `${check('has')}(value, ${literal(field.name)})`;
    const fits = library.fits(context.code(field.type), `value[${literal(field.name)}]`);
    return [field.required ? `${has} && ${fits}` : `(!${has} || ${fits})`, `${field.name} must fit its schema`];
  });
  const entries = declared
    .filter((field) => !isInherited(field))
    .map((field): Entry => {
      const code = context.code(field.type);
      const isOptional = !field.required;
      // Otherwise the library takes an absent property for one without a value.
      const isAny = !isOptional && acceptsUndefined(field.type, context.api);
      return [
        field.name,
        isAny ? library.checked(code, [{ condition: 'value !== undefined', message: 'is required' }]) : code,
        isOptional,
      ];
    });
  const patterns = (type.patterns ?? []).filter(({ pattern }) => isExpression(pattern));
  const isReadable = patterns.length === (type.patterns ?? []).length;
  const { minProperties, maxProperties, propertyNames, conditions = [] } = type;
  const required = [
    ...(type.required ?? []),
    ...fields.filter((field) => field.undeclared && field.required).map(({ name }) => name),
  ];
  const others = type.kind === 'map' ? type.values : type.closed === true ? ({ kind: 'never' } as const) : type.rest;
  // A pattern that cannot be read may describe any property.
  const rest = isReadable ? others : undefined;
  const names = `[${declared.map(({ name }) => literal(name)).join(', ')}]`;
  const matched = patterns.map(({ pattern }) => `${expression(pattern, context)}.test(${entryName})`);
  const isDescribed = [...(declared.length > 0 ? [`${names}.includes(${entryName})`] : []), ...matched];
  const checked: (readonly [string, string])[] = [
    ...inherited,
    ...required.map((name) => [`${check('has')}(value, ${literal(name)})`, `${name} is required`] as const),
    ...(minProperties === undefined
      ? []
      : [
          [
            `${global('Object')}.keys(value).length >= ${minProperties}`,
            `must have at least ${countText(minProperties, 'property')}`,
          ] as const,
        ]),
    ...(maxProperties === undefined
      ? []
      : [
          [
            `${global('Object')}.keys(value).length <= ${maxProperties}`,
            `must have at most ${countText(maxProperties, 'property')}`,
          ] as const,
        ]),
    ...(propertyNames === undefined
      ? []
      : [
          [
            `${global('Object')}.keys(value).every((name) => ${library.fits(context.code(propertyNames), 'name')})`,
            'must have other names of properties',
          ] as const,
        ]),
    ...patterns.map(
      ({ pattern, type: of }, index) =>
        [
          everyEntry('value', [`!${matched[index] ?? ''}`, library.fits(context.code(of), entryValue)], context),
          `must have other values of properties that match ${pattern}`,
        ] as const,
    ),
  ];
  const isMap = declared.length === 0 && patterns.length === 0 && rest !== undefined && rest.kind !== 'never';
  if (!isMap && rest !== undefined && rest.kind !== 'any')
    checked.push([
      everyEntry('value', [...isDescribed, fitsCode(rest, entryValue, context)], context),
      'must have no other properties, or those of another type',
    ]);
  const object = isMap ? library.map(context.code(rest)) : library.object(entries);
  const code = library.checked(
    object,
    checked.map(([condition, message]) => ({ condition, message })),
  );
  return [code, ...conditions.map((one) => conditionCode(one, context))];
}

/** Whether a validator of a type fits `undefined`. */
function acceptsUndefined(type: Type, api: Api, seen = new Set<string>()): boolean {
  switch (type.kind) {
    case 'any':
    case 'condition':
    case 'bytes':
      return true;
    case 'enum':
      return type.open ? type.of === 'mixed' : false;
    case 'union':
      return type.options.some((one) => acceptsUndefined(one, api, seen));
    case 'intersection':
      return type.parts.every((one) => acceptsUndefined(one, api, seen));
    case 'reference': {
      const inner = schemaNamed(api, type.name)?.type;
      if (inner === undefined || seen.has(type.name)) return false;
      return acceptsUndefined(inner, api, new Set([...seen, type.name]));
    }
    default:
      return false;
  }
}

/** Returns a validator that the value of a property chooses. */
function variantsCode(
  type: RecordType,
  discriminator: NonNullable<RecordType['discriminator']>,
  context: Context,
): Code {
  const { api, library } = context;
  const { discriminator: _, ...plain } = type;
  const record = context.code({ ...plain, nullable: undefined } as unknown as RecordType);
  const self = api.schemas.find((schema: Schema) => schema.type === type)?.name;
  const variants = [...new Set(discriminator.mapping.map(({ schema }) => schema))].filter(
    (name) => name !== self && schemaNamed(api, name) !== undefined,
  );
  if (variants.length === 0) return record;
  const options: UnionType['options'] = variants.map((name) => ({ kind: 'reference', name }));
  const chosen = unionCode({ kind: 'union', options, discriminator }, context);
  const ofSelf = discriminator.mapping.flatMap(({ value, schema }) => (schema === self ? [literal(value)] : []));
  if (ofSelf.length === 0) return chosen;
  const property = `(value as unknown as { [name: string]: unknown })[${literal(discriminator.property)}]`;
  const own = library.checked(record, [
    { condition: `[${ofSelf.join(', ')}].includes(${property} as string)`, message: 'must be a known value' },
  ]);
  return library.anyOf([chosen, own]);
}
