/** Types that combine others → the code of their validators. */
import { literal, schemaNamed, type ConditionType, type Type, type UnionType } from 'lading/emitter';
import type { Context } from './context.js';
import type { Code } from './library.js';

export function unionCode({ options, discriminator, exclusive }: UnionType, context: Context): Code {
  const { library, global } = context;
  const codes = options.map((option) => context.code(option));
  if (codes.length === 0) return library.never;
  if (discriminator !== undefined) {
    const { property, mapping } = discriminator;
    const chosen = options.map((option, index) => {
      const name = option.kind === 'reference' ? option.name : '';
      const isFirst = options.findIndex((one) => one.kind === 'reference' && one.name === name) === index;
      const values = isFirst ? mapping.flatMap(({ value, schema }) => (schema === name ? [literal(value)] : [])) : [];
      const has = `[${values.join(', ')}].includes((value as unknown as { [name: string]: unknown })[${literal(property)}] as string)`;
      const code = codes[index] ?? library.never;
      // A discriminator is a property: an array has none, and no other option fits it.
      if (schemaNamed(context.api, name)?.type.kind === 'array') return code;
      const message = `${property} must be a value of this type`;
      return values.length === 0 ? undefined : library.checked(code, [{ condition: has, message }]);
    });
    const variants = chosen.filter((code) => code !== undefined);
    if (variants.length > 0) return variants.length === 1 ? (variants[0] ?? '') : library.anyOf(variants);
  }
  const code = codes.length === 1 ? (codes[0] ?? '') : library.anyOf(codes);
  if (exclusive !== true || codes.length === 1) return code;
  const count = codes.map((one) => `${global('Number')}(${library.fits(one, 'value')})`).join(' + ');
  return library.checked(code, [{ condition: `${count} === 1`, message: 'must fit exactly one of the types' }]);
}

/** An expression: whether a value is of a type. */
export function fitsCode(type: Type, value: string, context: Context): string {
  if (type.kind === 'never') return type.nullable === true ? `${value} === null` : 'false';
  return context.library.fits(context.code(type), value);
}

/** Placeholders of the name and the value of an entry, in the conditions of {@link everyEntry}. Documents cannot forge them. */
export const [entryName, entryValue] = ['\u0001', '\u0002'] as const;

/** An expression: whether each entry of an object fulfils one of some conditions. Strict compilers refuse an unused parameter. */
export function everyEntry(object: string, conditions: readonly string[], { global }: Context): string {
  const condition = conditions.filter((one) => one !== 'false').join(' || ') || 'false';
  const code = condition.replaceAll(entryName, 'name').replaceAll(entryValue, 'one');
  const [hasName, hasValue] = [entryName, entryValue].map((one) => condition.includes(one));
  if (!hasValue) return `${global('Object')}.keys(${object}).every((${hasName ? 'name' : ''}) => ${code})`;
  return hasName
    ? `${global('Object')}.entries(${object}).every(([name, one]) => ${code})`
    : `${global('Object')}.values(${object}).every((one) => ${code})`;
}

export function conditionCode({ if: tested, then, else: otherwise }: ConditionType, context: Context): Code {
  const { library } = context;
  const fits = (type: Type | undefined) => (type === undefined ? 'true' : library.fits(context.code(type), 'value'));
  const condition = `${fits(tested)} ? ${fits(then)} : ${fits(otherwise)}`;
  return library.checked(library.unknown, [{ condition: `(${condition})`, message: 'must fulfil a condition' }]);
}

export function allOf(codes: readonly Code[], { library }: Context): Code {
  const [first = library.unknown, ...others] = codes;
  return others.reduce((all, code) => library.both(all, code), first);
}
