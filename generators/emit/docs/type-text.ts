/** A type → its description, with links to the schemas in it. */
import type { EnumType, Type } from '../../emitter/index.js';
import type { TypeText } from './page.js';
import type { AnchorIndex } from './anchor-index.js';

export function typeText(type: Type, anchors: AnchorIndex): TypeText {
  if (type.kind === 'never' && type.nullable) return ['null'];
  if (type.nullable !== true) return joined(bare(type, anchors));
  const text = bare(type, anchors);
  // After parentheses, a comma separates the null of the whole from that of its entries.
  return joined([...text, text.at(-1) === ')' ? ', or null' : ' or null']);
}

function bare(type: Type, anchors: AnchorIndex): TypeText {
  switch (type.kind) {
    case 'string':
    case 'integer':
    case 'number':
      return [type.format === undefined ? type.kind : `${type.kind} (${type.format})`];
    case 'boolean':
      return ['boolean'];
    case 'bytes':
      return ['bytes'];
    case 'any':
    case 'condition':
      return ['any value'];
    case 'enum':
      return [enumText(type)];
    case 'array':
      if (type.prefixItems !== undefined) {
        const further = type.items.kind === 'never' ? [] : [', then ', ...typeText(type.items, anchors)];
        return ['tuple of ', ...separated(type.prefixItems, ', ', anchors), ...further];
      }
      return ['array of ', ...entryText(type.items, anchors)];
    case 'map':
      return type.values.kind === 'any' ? ['any object'] : ['map of ', ...entryText(type.values, anchors)];
    case 'record':
      return [type.fields.length + type.bases.length === 0 ? 'empty object' : 'object'];
    case 'reference':
      return [{ text: type.name, link: anchors.schema(type.name) }];
    case 'union':
      return type.options.length > 1 && (type.exclusive === true || type.discriminator !== undefined)
        ? ['one of ', ...type.options.flatMap((option, at) => [at === 0 ? '' : ', ', ...optionText(option, anchors)])]
        : separated(type.options, ' or ', anchors);
    case 'intersection': {
      // Conditions are among the constraints.
      const parts = type.parts.filter(({ kind }) => kind !== 'condition');
      return separated(parts.length === 0 ? [{ kind: 'any' }] : parts, ' and ', anchors);
    }
    case 'never':
      return ['no value'];
  }
}

/** Returns the type of the entries of an array or a map, in parentheses if its `or` could belong to the whole. */
function entryText(type: Type, anchors: AnchorIndex): TypeText {
  const isAlternative =
    (type.nullable === true && type.kind !== 'never') || (type.kind === 'union' && type.options.length > 1);
  const text = typeText(type, anchors);
  return isAlternative ? ['(', ...text, ')'] : text;
}

/** Returns the type of an option in a list, in parentheses if that of its entries could be an option. */
function optionText(option: Type, anchors: AnchorIndex): TypeText {
  const text = typeText(option, anchors);
  return option.kind === 'array' || option.kind === 'map' ? ['(', ...text, ')'] : text;
}

function enumText({ of, values, open }: EnumType): string {
  const kind = of === 'mixed' ? 'enum' : `${of} enum`;
  const [only] = values;
  if (only !== undefined && values.length === 1 && !open && of !== 'string') return JSON.stringify(only.value);
  return open ? `${kind}, open` : kind;
}

function separated(types: readonly Type[], separator: string, anchors: AnchorIndex): TypeText {
  return types.flatMap((type, index) => [...(index === 0 ? [] : [separator]), ...typeText(type, anchors)]);
}

/** Joins adjacent strings. */
function joined(parts: TypeText): TypeText {
  const result: TypeText[number][] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (typeof part === 'string' && typeof last === 'string') result[result.length - 1] = last + part;
    else result.push(part);
  }
  return result;
}
