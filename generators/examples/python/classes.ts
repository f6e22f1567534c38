/** The schemas of a version as Python: dataclasses for records, and names for enums. Other schemas stand where they are used. */
import {
  schemaNamed,
  type Api,
  type EnumType,
  type Field,
  type RecordType,
  type Schema,
  type Type,
} from 'lading/emitter';
import { className, pythonNames, pythonString, snakeCase } from './names.js';

/** The code of a class, and the names that it mentions. */
export interface Block {
  readonly name: string;
  readonly text: string;
  readonly mentions: readonly string[];
}

/** Returns the annotation of a type. @param prefix the module of the classes */
export type Hint = (type: Type, prefix?: string) => string;

/** Returns the enums, then the classes, each after its bases. */
export function classesOf(api: Api): { readonly blocks: readonly Block[]; readonly hint: Hint } {
  const declared = api.schemas.filter(({ type }) => type.kind === 'record' || isNamedEnum(type));
  const names = pythonNames(
    declared.map(({ name }) => name),
    className,
  );
  const mentions = new Set<string>();
  const order = new Set<Schema>(declared.filter(({ type }) => type.kind === 'enum'));
  for (const schema of declared) addWithBases(schema);
  return { blocks: [...order].map(blockOf), hint: (type, prefix = '') => hintOf(type, prefix, []) };

  function addWithBases(schema: Schema | undefined): void {
    if (schema?.type.kind !== 'record' || order.has(schema)) return;
    for (const base of schema.type.bases) addWithBases(schemaNamed(api, base));
    order.add(schema);
  }

  function blockOf({ name, type, description = '' }: Schema): Block {
    mentions.clear();
    const own = names.get(name) ?? '';
    const text = type.kind === 'record' ? classOf(own, type, description) : `${own} = ${bareHint(type, '', [])}`;
    return { name: own, text, mentions: [...mentions].filter((one) => one !== own) };
  }

  function classOf(name: string, { bases, fields }: RecordType, description: string): string {
    const from = bases.map((base) => hintOf({ kind: 'reference', name: base }, '', []));
    const attributes = pythonNames(
      fields.map((field) => field.name),
      snakeCase,
    );
    const lines = fields.flatMap((field) => attributeOf(field, attributes.get(field.name) ?? ''));
    const docs = description === '' ? [] : [pythonString(description)];
    const body = [...docs, ...lines, ...(docs.length + lines.length === 0 ? ['pass'] : [])];
    const head = `@dataclass(kw_only=True)\nclass ${name}${from.length > 0 ? `(${from.join(', ')})` : ''}:`;
    return `${head}\n${body.map((line) => `    ${line}`).join('\n')}`;
  }

  function attributeOf({ name, type, required, description }: Field, attribute: string): readonly string[] {
    const metadata = attribute === name ? [] : [`metadata={"json": ${pythonString(name)}}`];
    const parts = [...(required ? [] : ['default=None']), ...metadata];
    const value = metadata.length > 0 ? ` = field(${parts.join(', ')})` : required ? '' : ' = None';
    const hint = hintOf(required ? type : { ...type, nullable: true }, '', []);
    return [`${attribute}: ${hint}${value}`, ...(description === undefined ? [] : [pythonString(description)])];
  }

  function hintOf(type: Type, prefix: string, outer: readonly string[]): string {
    const hint = bareHint(type, prefix, outer);
    return type.nullable === true && hint !== 'Any' && !hint.endsWith(' | None') ? `${hint} | None` : hint;
  }

  /** @param outer the schemas that the type is in: one that contains itself and is no class has no finite annotation */
  function bareHint(type: Type, prefix: string, outer: readonly string[]): string {
    switch (type.kind) {
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'bytes':
        return 'str';
      case 'enum':
        return enumHint(type);
      case 'array':
        return `List[${type.prefixItems === undefined ? hintOf(type.items, prefix, outer) : 'Any'}]`;
      case 'map':
        return `Dict[str, ${hintOf(type.values, prefix, outer)}]`;
      case 'union': {
        const options = [...new Set(type.options.map((option) => hintOf(option, prefix, outer)))];
        return options.length === 0 || options.includes('Any') ? 'Any' : options.join(' | ');
      }
      case 'reference': {
        const schema = schemaNamed(api, type.name);
        const name = names.get(type.name);
        if (name !== undefined) mentions.add(name);
        if (name !== undefined) return `${prefix}${name}`;
        return schema === undefined || outer.includes(type.name)
          ? 'Any'
          : hintOf(schema.type, prefix, [...outer, type.name]);
      }
      default:
        return 'Any';
    }
  }
}

function isNamedEnum(type: Type): boolean {
  return type.kind === 'enum' && !type.open && type.nullable !== true && enumHint(type).startsWith('Literal');
}

const openHints = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', mixed: 'Any' } as const;

/** The values, if they are all of a type that `Literal` allows; an open enum has others, too. */
function enumHint({ of, open, values }: EnumType): string {
  const literals = values.map(({ value }) =>
    typeof value === 'string'
      ? pythonString(value)
      : typeof value === 'boolean'
        ? value
          ? 'True'
          : 'False'
        : Number.isSafeInteger(value)
          ? String(value)
          : undefined,
  );
  return open || literals.includes(undefined) || literals.length === 0
    ? openHints[of]
    : `Literal[${literals.join(', ')}]`;
}
