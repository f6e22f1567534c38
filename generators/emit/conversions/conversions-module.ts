/** The converters of each operation that differs, with the types of both versions. */
import {
  call,
  comment,
  constant,
  entryKey,
  generic,
  mention,
  object,
  propertyKey,
  type CodeModule,
  type PropertyStructure,
  type TypeCode,
  type TypesContext,
  StructureKind,
  type Api,
  type Operation,
} from '../../emitter/index.js';
import type { ConversionNames } from './names.js';
import type { Differing } from './rules-modules.js';
import { runtime } from './runtime.js';

/** A version and its types. */
export interface TypedVersion {
  readonly api: Api;
  readonly types: TypesContext;
}

export function conversionsModule(
  { operations, exactNames }: { readonly operations: readonly Differing[]; readonly exactNames: boolean },
  names: ConversionNames,
  older: TypedVersion,
  newer: TypedVersion,
): CodeModule {
  const [type, value] = [names.type('Conversions', 'conversions'), names.value('conversions', 'conversions')];
  const properties = operations.map(({ id }): PropertyStructure => {
    const types = (['request', 'response'] as const).flatMap((kind) => [
      bodyType(older, id, kind),
      bodyType(newer, id, kind),
    ]);
    const docs = comment([`${summaryOf(id, newer, older)} Differences: ${differencesOf(id, operations)}.`]);
    return {
      kind: StructureKind.PropertySignature,
      name: propertyKey(id),
      isReadonly: true,
      type: convertersType(types),
      docs: [docs],
    };
  });
  const options = exactNames ? ['{ exactNames: true }'] : [];
  const entries = operations.map(
    ({ id }) => [entryKey(id), call(runtime('convertersOf'), mention(names.rules(id)), ...options)] as const,
  );
  return {
    ...names.module('conversions'),
    about: `Four pure functions for each operation that differs: upgrade and downgrade, of requests and of responses.`,
    declarations: [
      {
        symbols: [type],
        statements: [
          {
            kind: StructureKind.Interface,
            isExported: true,
            name: type.name,
            properties,
            docs: ['The converters by operation. All other operations are the same in both versions.'],
          },
        ],
      },
      {
        symbols: [value],
        statements: [
          constant({
            name: value.name,
            type: mention(type),
            value: object(entries, 'open'),
            comment: 'The conversions by rules alone, without conversion hooks.',
          }),
        ],
      },
    ],
    reexports: [],
  };
}

function convertersType(types: readonly string[]): TypeCode {
  const converters = runtime('Converters');
  return types.every((type) => type === 'unknown') ? converters : generic(converters, ...types);
}

/** Returns the type of a body, or `unknown` if it is not a single JSON value. */
function bodyType({ api, types }: TypedVersion, id: string, kind: ConvertedMessage): string {
  const operation = operationOf(api, id);
  if (operation === undefined || !hasJsonBody(operation, kind)) return 'unknown';
  return mention(types.part(operation, kind === 'request' ? 'Request' : 'Response'));
}

function hasJsonBody({ body, responses }: Operation, kind: ConvertedMessage): boolean {
  const contents =
    kind === 'request'
      ? (body?.content ?? [])
      : responses.filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content);
  return contents.length > 0 && contents.every(({ mediaType, stream }) => mediaType === 'application/json' && !stream);
}

function summaryOf(id: string, newer: TypedVersion, older: TypedVersion): string {
  const { summary } = operationOf(newer.api, id) ?? operationOf(older.api, id) ?? {};
  return summary === undefined ? `${id}.` : `${summary.replace(/\.$/, '')}.`;
}

function differencesOf(id: string, operations: readonly Differing[]): string {
  const rules = Object.values(operations.find((operation) => operation.id === id)?.rules ?? {}).flat();
  const ids = new Set(rules.flatMap(({ difference }) => (difference === undefined ? [] : [difference])));
  return ids.size === 0 ? 'its properties' : [...ids].map((difference) => `\`${difference}\``).join(', ');
}

type ConvertedMessage = 'request' | 'response';

function operationOf({ operations }: Api, id: string): Operation | undefined {
  return operations.find((operation) => operation.id === id);
}
