/** Types that combine others → the code of their validators. */
import {
  unambiguousValues,
  literal,
  type ConditionType,
  type Discriminator,
  type Type,
  type UnionType,
} from 'lading/emitter';
import type { Context } from './context.js';
import type { Code } from './library.js';

export function unionCode({ options, discriminator, exclusive }: UnionType, context: Context): Code {
  const { library, global } = context;
  const codes = options.map((option) => context.code(option));
  if (codes.length === 0) return library.never;
  const variants = discriminator === undefined ? codes : chosenCodes(options, codes, discriminator, context);
  const code = variants.length === 1 ? (variants[0] ?? '') : library.anyOf(variants);
  const unambiguous = discriminator === undefined ? [] : unambiguousValues(discriminator);
  const areNamed = unambiguous.length > 0 && unambiguous.length === discriminator?.mapping.length;
  if (exclusive !== true || areNamed || variants.length === 1) return code;
  const count = variants.map((one) => `${global('Number')}(${library.fits(one, 'value')})`).join(' + ');
  return library.checked(code, [{ condition: `${count} === 1`, message: 'must fit exactly one of the types' }]);
}

/**
 * Returns the code of each option with the values of the property that choose it; without any, with those that choose no other option. What
 * is no object, or lacks the property, may be of any option, as in generated servers.
 */
function chosenCodes(
  options: readonly Type[],
  codes: readonly Code[],
  { property, mapping }: Discriminator,
  { library }: Context,
): readonly Code[] {
  const names = options.map((option) => (option.kind === 'reference' ? option.name : undefined));
  const all = mapping.filter(({ schema }) => names.includes(schema));
  const chosen = `(value as unknown as { [name: string]: unknown } | null)?.[${literal(property)}]`;
  return options.map((_, index) => {
    const code = codes[index] ?? library.never;
    const own = all.filter(({ schema }) => names.indexOf(schema) === index);
    if (all.length === 0) return code;
    const values = (own.length > 0 ? own : all).map(({ value }) => literal(value)).join(', ');
    const isListed = `[${values}].includes(${chosen} as string)`;
    const condition = own.length > 0 ? `${chosen} === undefined || ${isListed}` : `!${isListed}`;
    return library.checked(code, [{ condition, message: `${property} must be a value of this type` }]);
  });
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
