/** The converters of each operation that differs, with the types of both versions. */
import { comment, commentBlock, mention, propertyKey, type CodeModule, type TypesContext } from '../../code/index.js';
import type { Api, Operation } from '../../ir/index.js';
import type { OverlayNames } from './names.js';
import type { Differing } from './rules-modules.js';
import { runtime } from './runtime.js';

const WIDTH = 120;

/** A version and its types. */
export interface TypedVersion {
  readonly api: Api;
  readonly types: TypesContext;
}

export function conversionsModule(
  operations: readonly Differing[],
  names: OverlayNames,
  older: TypedVersion,
  newer: TypedVersion,
): CodeModule {
  const [type, value] = [names.type('Conversions', 'conversions'), names.value('conversions', 'conversions')];
  const members = operations.map(({ id }) => {
    const types = (['request', 'response'] as const).flatMap((way) => [
      bodyText(older, id, way),
      bodyText(newer, id, way),
    ]);
    const about = commentBlock(
      comment([`${summaryOf(id, newer, older)} Differs by ${differencesOf(id, operations)}.`]),
    ).trimEnd();
    const lines = about.split('\n').map((line) => `  ${line}\n`);
    return `${lines.join('')}  readonly ${propertyKey(id)}: ${convertersText(id, types)};\n`;
  });
  const entries = operations.map(
    ({ id }) => `  ${propertyKey(id)}: ${runtime('convertersOf')}(${mention(names.rules(id))}),\n`,
  );
  return {
    ...names.module('conversions'),
    about: `Four pure functions for each operation that differs: request and response, up and down.`,
    declarations: [
      {
        symbols: [type],
        statements: [
          `/** By operation; all others are the same in both versions. */\nexport interface ${type.name} {\n${members.join('')}}`,
        ],
      },
      {
        symbols: [value],
        statements: [
          `/** What rules alone do; steps are left out. */\nexport const ${value.name}: ${mention(type)} = {\n${entries.join('')}};`,
        ],
      },
    ],
    passesOn: [],
  };
}

function convertersText(id: string, types: readonly string[]): string {
  if (types.every((type) => type === 'unknown')) return runtime('Converters');
  const line = `${runtime('Converters')}<${types.join(', ')}>`;
  const width = `  readonly ${propertyKey(id)}: Converters<${types.map(nameOf).join(', ')}>;`.length;
  return width <= WIDTH ? line : `${runtime('Converters')}<\n${types.map((type) => `    ${type}`).join(',\n')}\n  >`;
}

/** What is not one JSON value has no type here. */
function bodyText({ api, types }: TypedVersion, id: string, way: Way): string {
  const operation = operationOf(api, id);
  if (operation === undefined || !hasOne(operation, way)) return 'unknown';
  return mention(types.part(operation, way === 'request' ? 'Request' : 'Response'));
}

function hasOne({ body, answers }: Operation, way: Way): boolean {
  const contents =
    way === 'request'
      ? (body?.content ?? [])
      : answers.filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content);
  return contents.length > 0 && contents.every(({ mediaType, stream }) => mediaType === 'application/json' && !stream);
}

function nameOf(type: string): string {
  // A mention, of which the printer leaves the name; the longer one of an import that has to be renamed.
  const [, , name = type] = type.split('\uE002');
  return type === 'unknown' ? type : `Base${name}`;
}

function summaryOf(id: string, newer: TypedVersion, older: TypedVersion): string {
  const { summary } = operationOf(newer.api, id) ?? operationOf(older.api, id) ?? {};
  return summary === undefined ? `${id}.` : `${summary.replace(/\.$/, '')}.`;
}

function differencesOf(id: string, operations: readonly Differing[]): string {
  const rules = Object.values(operations.find((operation) => operation.id === id)?.rules ?? {}).flat();
  const ids = new Set(rules.flatMap(({ difference }) => (difference === undefined ? [] : [difference])));
  return ids.size === 0 ? 'its members' : [...ids].map((difference) => `\`${difference}\``).join(', ');
}

type Way = 'request' | 'response';

function operationOf({ operations }: Api, id: string): Operation | undefined {
  return operations.find((operation) => operation.id === id);
}
