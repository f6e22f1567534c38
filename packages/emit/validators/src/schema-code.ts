/** A type → the code of its validator. */
import type { ArrayType, Type } from 'lading/emitter';
import { allOf, conditionCode, unionCode } from './combined-code.js';
import type { Context } from './context.js';
import { unevaluated } from './evaluated.js';
import type { Check, Code } from './library.js';
import { objectCode } from './object-code.js';
import { enumCode, numberCode, stringCode } from './scalar-code.js';

export function typeCode(type: Type, context: Context): Code {
  const { library } = context;
  if (type.nullable !== true) return bare(type, context);
  if (type.kind === 'never') return library.literals([null]);
  // Conditions apply to null, too.
  if ((type.kind === 'map' || type.kind === 'record') && type.conditions !== undefined) {
    const { conditions, ...others } = type;
    return allOf([typeCode(others, context), ...conditions.map((one) => conditionCode(one, context))], context);
  }
  if (type.kind === 'intersection' && type.parts.some(({ kind }) => kind === 'condition')) {
    const parts = type.parts.map((part): Type => (part.kind === 'condition' ? part : { ...part, nullable: true }));
    return allOf(
      parts.map((part) => typeCode(part, context)),
      context,
    );
  }
  return library.nullable(bare(type, context));
}

function bare(type: Type, context: Context): Code {
  const { library } = context;
  switch (type.kind) {
    case 'string':
      return stringCode(type, context);
    case 'integer':
    case 'number':
      return numberCode(type, context);
    case 'boolean':
      return library.boolean;
    case 'any':
      return library.unknown;
    case 'bytes':
      return library.as(library.unknown, context.text(type));
    case 'never':
      return library.never;
    case 'enum':
      return enumCode(type, context);
    case 'array':
      return arrayCode(type, context);
    case 'map':
    case 'record':
      return objectCode(type, context);
    case 'reference':
      return context.reference(type.name);
    case 'union':
      return unionCode(type, context);
    case 'intersection': {
      const { parts, unevaluatedProperties, unevaluatedItems } = type;
      const code = allOf(
        parts.map((part) => typeCode(part, context)),
        context,
      );
      return unevaluated(code, type, [unevaluatedProperties, unevaluatedItems], context);
    }
    case 'condition':
      return conditionCode(type, context);
  }
}

function arrayCode(type: ArrayType, context: Context): Code {
  const { prefixItems = [], items, minItems, maxItems, uniqueItems, contains } = type;
  const { library, check, global, text } = context;
  const ofItems = typeCode(items, context);
  const checks: Check[] = [
    ...(minItems === undefined ? [] : [{ limit: 'leastLength', at: minItems } as const]),
    ...(maxItems === undefined ? [] : [{ limit: 'mostLength', at: maxItems } as const]),
  ];
  const refuse = (condition: string, message: string) => checks.push({ condition, message });
  if (uniqueItems === true)
    refuse(`new ${global('Set')}(value.map(${check('textOf')})).size === value.length`, 'must not have equal items');
  if (prefixItems.length > 0) {
    const cases = prefixItems.map(
      (item, index) => `(value.length <= ${index} || ${library.fits(typeCode(item, context), `value[${index}]`)})`,
    );
    refuse(cases.join(' && '), 'must have items of the types of a tuple');
    if (items.kind !== 'any')
      refuse(
        `value.slice(${prefixItems.length}).every((item) => ${library.fits(ofItems, 'item')})`,
        'must have items of the types of a tuple',
      );
  }
  if (contains !== undefined) {
    const count = `value.filter((item) => ${library.fits(typeCode(contains.type, context), 'item')}).length`;
    const { min = 1, max } = contains;
    refuse(`${count} >= ${min}`, `must contain at least ${min} of the items that it must contain`);
    if (max !== undefined) refuse(`${count} <= ${max}`, `must contain at most ${max} of these items`);
  }
  const array = library.array(prefixItems.length > 0 ? library.unknown : ofItems);
  const code = library.checked(array, checks);
  return prefixItems.length > 0 ? library.as(code, text(type)) : code;
}
