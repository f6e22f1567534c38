/** What a handler is given, and what it may give: the types of an operation. */
import {
  generic,
  mention,
  union,
  type CodeSymbol,
  type Declaration,
  type TypeAliasStructure,
  type TypeCode,
} from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import { isJsonContent, type Operation, type Parameter } from '../../ir/index.js';
import { givenOf, type EmitContext } from './given.js';
import { runtime } from './runtime.js';

export function callDeclarations(operation: Operation, context: EmitContext): readonly Declaration[] {
  const { names } = context;
  const [call, result, handler] = [names.call(operation), names.result(operation), names.handler(operation).name];
  const given = [
    ...(['Path', 'Query', 'Headers'] as const).map((part) =>
      has(operation, part) ? mention(context.types.part(operation, part)) : 'unknown',
    ),
    bodyType(operation, context),
  ];
  const passed = given.slice(0, given.findLastIndex((type) => type !== 'unknown') + 1);
  const callType = passed.length === 0 ? runtime('Call') : generic(runtime('Call'), ...passed);
  return [
    { symbols: [call], statements: [aliasOf(call, callType, `The argument of {@link ${handler}}.`)] },
    {
      symbols: [result],
      statements: [aliasOf(result, union(resultsOf(operation, context)), `The result of {@link ${handler}}.`)],
    },
  ];
}

function aliasOf({ name }: CodeSymbol, type: TypeCode, about: string): TypeAliasStructure {
  return { kind: StructureKind.TypeAlias, isExported: true, name, type, docs: [about] };
}

const places = { Path: 'path', Query: 'query', Headers: 'header' } as const;

function has({ parameters }: Operation, part: keyof typeof places): boolean {
  const place: Parameter['in'] = places[part];
  return parameters.some((parameter) => parameter.in === place);
}

/** Bytes are there to be read even where none were sent. */
function bodyType(operation: Operation, { types }: EmitContext): TypeCode {
  const { body } = operation;
  const [first] = body?.content ?? [];
  if (body === undefined || first === undefined) return 'unknown';
  if (!isJsonContent(first)) return runtime('Readable');
  const text = mention(types.part(operation, 'Request'));
  return body.required ? text : union([text, 'undefined']);
}

/** What the usual success carries, as it is; and what each carries, with its status. */
function resultsOf(operation: Operation, context: EmitContext): readonly TypeCode[] {
  const given = givenOf(operation, context);
  const types = new Map<string, number[]>();
  for (const { status, type } of given) types.set(type, [...(types.get(type) ?? []), status]);
  const usual =
    given.filter(({ status }) => status >= 200 && status < 300).sort((a, b) => a.status - b.status)[0] ?? given[0];
  const detached =
    mayDetach(operation, context) && given.some(({ status, kind }) => status === 200 && kind === 'upgrade');
  const replies = [...types].map(([type, statuses]) => {
    const codes = union(statuses.map(String));
    return generic(runtime('Reply'), codes, ...(type === 'void' ? [] : [type]));
  });
  return [
    usual?.type ?? 'void',
    ...(detached ? ['void'] : []),
    ...replies,
    ...(detached ? [generic(runtime('Reply'), '200')] : []),
  ];
}

/** Whether a client may ask not to be given the connection. */
function mayDetach({ body }: Operation, { api }: EmitContext): boolean {
  const type = body?.content[0]?.type;
  const schema = type?.kind === 'reference' ? api.schemas.find(({ name }) => name === type.name)?.type : undefined;
  return schema?.kind === 'record' && schema.fields.some(({ name }) => name === 'Detach');
}
