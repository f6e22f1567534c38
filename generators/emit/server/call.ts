/** What a handler is given, and what it may give: the types of an operation. */
import { commentBlock, mention, withoutMentions, type Declaration } from '../../code/index.js';
import { isJsonContent, type Operation, type Parameter } from '../../ir/index.js';
import { givenOf, type EmitContext } from './given.js';
import { runtime } from './runtime.js';

const WIDTH = 120;

export function callDeclarations(operation: Operation, context: EmitContext): readonly Declaration[] {
  const { names } = context;
  const [call, result, handler] = [names.call(operation), names.result(operation), names.handler(operation).name];
  const given = [
    ...(['Path', 'Query', 'Headers'] as const).map((part) =>
      has(operation, part) ? mention(context.types.part(operation, part)) : 'unknown',
    ),
    bodyType(operation, context),
  ];
  return [
    {
      symbols: [call],
      statements: [
        `${commentBlock(`What {@link ${handler}} is given.`)}${applied(`export type ${call.name} = ${runtime('Call')}`, given)}`,
      ],
    },
    {
      symbols: [result],
      statements: [
        `${commentBlock(`What {@link ${handler}} gives.`)}${united(`export type ${result.name} =`, resultsOf(operation, context))}`,
      ],
    },
  ];
}

const places = { Path: 'path', Query: 'query', Headers: 'header' } as const;

function has({ parameters }: Operation, part: keyof typeof places): boolean {
  const place: Parameter['in'] = places[part];
  return parameters.some((parameter) => parameter.in === place);
}

/** Bytes are there to be read even where none were sent. */
function bodyType(operation: Operation, { types }: EmitContext): string {
  const { body } = operation;
  const [first] = body?.content ?? [];
  if (body === undefined || first === undefined) return 'unknown';
  if (!isJsonContent(first)) return runtime('Readable');
  const text = mention(types.part(operation, 'Request'));
  return body.required ? text : `${text} | undefined`;
}

/** What the usual success carries, as it is; and what each carries, with its status. */
function resultsOf(operation: Operation, context: EmitContext): readonly string[] {
  const given = givenOf(operation, context);
  const types = new Map<string, number[]>();
  for (const { status, type } of given) types.set(type, [...(types.get(type) ?? []), status]);
  const usual =
    given.filter(({ status }) => status >= 200 && status < 300).sort((a, b) => a.status - b.status)[0] ?? given[0];
  const detached =
    mayDetach(operation, context) && given.some(({ status, kind }) => status === 200 && kind === 'upgrade');
  const replies = [...types].map(([type, statuses]) => {
    const codes = statuses.join(' | ');
    return `${runtime('Reply')}<${type === 'void' ? codes : `${codes}, ${type}`}>`;
  });
  return [
    usual?.type ?? 'void',
    ...(detached ? ['void'] : []),
    ...replies,
    ...(detached ? [`${runtime('Reply')}<200>`] : []),
  ];
}

/** Whether a client may ask not to be given the connection. */
function mayDetach({ body }: Operation, { api }: EmitContext): boolean {
  const type = body?.content[0]?.type;
  const shape = type?.kind === 'reference' ? api.shapes.find(({ name }) => name === type.name)?.type : undefined;
  return shape?.kind === 'record' && shape.fields.some(({ name }) => name === 'Detach');
}

/** A generic type, on one line where that fits, else one argument a line: the form that prettier gives it. */
function applied(before: string, all: readonly string[]): string {
  const given = all.slice(0, all.findLastIndex((type) => type !== 'unknown') + 1);
  if (given.length === 0) return `${before};`;
  const line = `${before}<${given.join(', ')}>;`;
  if (width(line) <= WIDTH) return line;
  return `${before}<\n${given.map((type) => `  ${type}`).join(',\n')}\n>;`;
}

/** A union, on one line where that fits, else one member a line: the form that prettier gives it. */
function united(before: string, members: readonly string[]): string {
  const line = `${members.join(' | ')};`;
  if (width(`${before} ${line}`) <= WIDTH) return `${before} ${line}`;
  if (members.length === 1 || width(line) + 2 <= WIDTH) return `${before}\n  ${line}`;
  return `${before}${members.map((member) => `\n  | ${member}`).join('')};`;
}

function width(text: string): number {
  return withoutMentions(text, ({ name }) => name).length;
}
