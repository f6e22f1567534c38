/**
 * The structure of all messages of an API without numbers of schemas: every reference is replaced by its schema, to a given depth.
 * Two versions have the same structure exactly if only numbers and descriptions differ.
 */
import type { Api, Content, Field, Type } from '../../ir/index.js';

/** The number of each distinct structure, which all APIs that are compared share. */
export type StructureNumbers = Map<string, number>;

export function wireStructureOf(api: Api, numbers: StructureNumbers, depth = 60): string {
  const schemas = new Map(api.schemas.map((schema) => [schema.name, schema.type]));

  const cache = new Map<Type, Map<number, number>>();

  /** Returns the number of a type's structure to this depth. */
  function value(type: Type, left: number): number {
    if (left === 0) return -1;
    const row = cache.get(type) ?? new Map<number, number>();
    cache.set(type, row);
    const number = row.get(left) ?? numberOf(JSON.stringify([isNullable(type), bare(follow(type), left - 1)]));
    row.set(left, number);
    return number;
  }

  function numberOf(text: string): number {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  }

  function bare(type: Type, left: number): unknown {
    switch (type.kind) {
      case 'array': {
        const prefixItems = type.prefixItems?.map((item) => value(item, left));
        return { ...scalar(type), items: value(type.items, left), prefixItems };
      }
      case 'map':
        return ['map', value(type.values, left)];
      case 'intersection':
        return ['intersection', sorted(type.parts.map((part) => value(part, left)))];
      case 'union':
        return ['union', sorted(type.options.map((option) => value(option, left)))];
      case 'enum':
        return ['enum', type.of, type.open, sorted(type.values.map((entry) => entry.value))];
      case 'record': {
        const rest = restOf(type);
        return [
          'record',
          sorted([...fieldsOf(type).values()].map((one) => field(one, left))),
          rest && value(rest, left),
        ];
      }
      default:
        return scalar(type);
    }
  }

  function field({ name, type, required, default: standard, deprecated }: Field, left: number): unknown {
    return [name, required, standard, deprecated !== undefined, value(type, left)];
  }

  function fieldsOf(type: Type): ReadonlyMap<string, Field> {
    if (type.kind !== 'record') return new Map();
    const inherited = type.bases.flatMap((base) => [...fieldsOf(follow({ kind: 'reference', name: base })).values()]);
    return new Map([...inherited, ...type.fields].map((one) => [one.name, one]));
  }

  function restOf(type: Type): Type | undefined {
    if (type.kind === 'map') return type.values;
    if (type.kind !== 'record') return undefined;
    return (
      type.rest ?? type.bases.map((base) => restOf(follow({ kind: 'reference', name: base }))).find((rest) => rest)
    );
  }

  function follow(type: Type): Type {
    const next = type.kind === 'reference' ? schemas.get(type.name) : undefined;
    return next === undefined ? type : follow(next);
  }

  function isNullable(type: Type): boolean {
    const next = type.kind === 'reference' ? schemas.get(type.name) : undefined;
    return type.nullable === true || (next !== undefined && isNullable(next));
  }

  const contents = (all: readonly Content[]) =>
    sorted(all.map(({ mediaType, type, stream }) => [mediaType, stream, value(type, depth)]));

  return JSON.stringify(
    sorted(
      api.operations.map(({ method, path, documentId, deprecated, parameters, body, responses }) => [
        [method, path.replace(/\{[^}]*\}/g, '{}'), documentId, deprecated !== undefined],
        sorted(parameters.map((one) => [one.in, one.encoding, field(one, depth)])),
        body && [body.required, contents(body.content)],
        sorted(
          responses.map(({ status, headers, content, stream }) => [
            status,
            stream,
            sorted(headers.map((one) => field(one, depth))),
            contents(content),
          ]),
        ),
      ]),
    ),
  );
}

function scalar({ nullable: _nullable, ...facts }: Type): object {
  return Object.fromEntries(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sorted(entries: readonly unknown[]): readonly unknown[] {
  return entries
    .map((entry) => JSON.stringify(entry))
    .sort()
    .map((text): unknown => JSON.parse(text));
}
