/** Which properties, or items, of a value a type describes, as an expression of `value` and of placeholders. */
import { literal, schemaNamed, type Type } from 'lading/emitter';
import { entryName, entryValue, everyEntry, fitsCode } from './combined-code.js';
import type { Context } from './context.js';
import type { Code } from './library.js';
import { expression, isExpression } from './scalar-code.js';

/** @param isItems whether the value is an array, and the name an index as a text */
function evaluatedCode(type: Type, isItems: boolean, context: Context): string {
  const { global } = context;
  const inside = new Set<string>();
  return of(type);

  function of(one: Type | undefined): string {
    switch (one?.kind) {
      case 'reference': {
        const schema = schemaNamed(context.api, one.name);
        // Of a recursive type, nothing is said twice.
        if (schema === undefined || inside.has(one.name)) return 'false';
        inside.add(one.name);
        const code = of(schema.type);
        inside.delete(one.name);
        return code;
      }
      case 'union':
        return anyOf(one.options.map((option) => `(${fits(option)} && ${of(option)})`));
      case 'intersection':
        if (isItems ? one.unevaluatedItems : one.unevaluatedProperties)
          return one === type ? anyOf(one.parts.map(of)) : 'true';
        return anyOf(one.parts.map(of));
      case 'condition':
        return `(${fits(one.if)} ? ${anyOf([of(one.if), of(one.then)])} : ${of(one.else)})`;
      case 'record': {
        if (isItems) return 'false';
        if (one.rest !== undefined || one.closed === true) return 'true';
        if (one.unevaluated !== undefined && one !== type) return 'true';
        const names = one.fields.filter(({ undeclared }) => undeclared === undefined).map(({ name }) => literal(name));
        const bases = one.bases.map((name) => of({ kind: 'reference', name }));
        const conditions = (one.conditions ?? []).map(of);
        const own = names.length > 0 ? [`[${names.join(', ')}].includes(${entryName})`] : [];
        return anyOf([...own, ...byPattern(one.patterns, context), ...bases, ...conditions]);
      }
      case 'map':
        if (isItems) return 'false';
        if (one.values.kind !== 'any') return 'true';
        return anyOf([...byPattern(one.patterns, context), ...(one.conditions ?? []).map(of)]);
      case 'array': {
        if (!isItems) return 'false';
        const { items, prefixItems = [], contains } = one;
        if (items.kind !== 'any') return 'true';
        const contained = contains ? [context.library.fits(context.code(contains.type), entryValue)] : [];
        return anyOf([`${global('Number')}(${entryName}) < ${prefixItems.length}`, ...contained]);
      }
      default:
        return 'false';
    }
  }

  function fits(one: Type): string {
    return context.library.fits(context.code(one), 'value');
  }
}

function byPattern(patterns: readonly { readonly pattern: string }[] = [], context: Context): readonly string[] {
  return patterns.map(({ pattern }) =>
    isExpression(pattern) ? `${expression(pattern, context)}.test(${entryName})` : 'true',
  );
}

function anyOf(codes: readonly string[]): string {
  const some = codes.filter((code) => code !== 'false');
  if (some.includes('true')) return 'true';
  return some.length === 0 ? 'false' : `(${some.join(' || ')})`;
}

/** Refuses properties and items that nothing describes, unless they are of a type. */
export function unevaluated(
  code: Code,
  type: Type,
  [properties, items]: readonly [Type | undefined, Type | undefined],
  context: Context,
): Code {
  const { library, global } = context;
  return [
    ...(properties === undefined || properties.kind === 'any' ? [] : [[properties, false] as const]),
    ...(items === undefined || items.kind === 'any' ? [] : [[items, true] as const]),
  ].reduce((inner, [of, isItems]) => {
    const isDescribed = evaluatedCode(type, isItems, context);
    const is = isItems
      ? `${global('Array')}.isArray(value)`
      : `typeof value === 'object' && value !== null && !${global('Array')}.isArray(value)`;
    const every = everyEntry('value as object', [isDescribed, fitsCode(of, entryValue, context)], context);
    return library.checked(inner, [
      {
        condition: `!(${is}) || ${every}`,
        message: `must have no ${isItems ? 'items' : 'properties'} that it does not describe`,
      },
    ]);
  }, code);
}
