/** The types of a handler's call and of its result. */
import {
  schemaNamed,
  generic,
  mention,
  union,
  type CodeSymbol,
  type Declaration,
  type TypeAliasStructure,
  type TypeCode,
  StructureKind,
  preferredContent,
  type Operation,
  type Parameter,
} from '../../emitter/index.js';
import { handlerResults, type ServerEmitContext } from './handler-results.js';
import { runtime } from './runtime.js';

export function callDeclarations(operation: Operation, context: ServerEmitContext): readonly Declaration[] {
  const { names } = context;
  const [call, result, handler] = [names.call(operation), names.result(operation), names.handler(operation).name];
  const typeArguments = [
    ...(['Path', 'Query', 'Headers'] as const).map((part) =>
      has(operation, part) ? mention(context.types.part(operation, part)) : 'unknown',
    ),
    bodyType(operation, context),
    context.dialect.hasCookies && has(operation, 'Cookies')
      ? mention(context.types.part(operation, 'Cookies'))
      : 'unknown',
  ];
  const passed = typeArguments.slice(0, typeArguments.findLastIndex((type) => type !== 'unknown') + 1);
  const identity = context.dialect.identityType(operation);
  const callArguments = identity === undefined ? passed : [identity, ...passed];
  const base = runtime(identity === undefined ? 'Call' : 'IdentifiedCall');
  const callType = callArguments.length === 0 ? base : generic(base, ...callArguments);
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

const places = { Path: 'path', Query: 'query', Headers: 'header', Cookies: 'cookie' } as const;

function has({ parameters }: Operation, part: keyof typeof places): boolean {
  const place: Parameter['in'] = places[part];
  return parameters.some((parameter) => parameter.in === place);
}

function bodyType(operation: Operation, context: ServerEmitContext): TypeCode {
  const { body } = operation;
  if (body === undefined || preferredContent(body.content) === undefined) return 'unknown';
  const type = context.dialect.bodyType(operation, context);
  return body.required || type === runtime('Readable') ? type : union([type, 'undefined']);
}

/**
 * Returns the possible results: the content of the usual success directly, and that of each success as a reply with its
 * status.
 */
function resultsOf(operation: Operation, context: ServerEmitContext): readonly TypeCode[] {
  const results = handlerResults(operation, context);
  const types = new Map<string, TypeCode[]>();
  for (const { statusType, type } of results) types.set(type, [...(types.get(type) ?? []), statusType]);
  // Ranges have no usual status.
  const exact = results.filter(({ status, statusType }) => statusType === String(status));
  const usual =
    exact.filter(({ status }) => status >= 200 && status < 300).sort((a, b) => a.status - b.status)[0] ?? exact[0];
  const detached =
    results.some(({ status, kind }) => status === 200 && kind === 'upgrade') && mayDetach(operation, context);
  const replies = [...types].map(([type, statuses]) => {
    return generic(runtime('Reply'), union(statuses), ...(type === 'void' ? [] : [type]));
  });
  return [
    usual?.type ?? 'void',
    ...(detached ? ['void'] : []),
    ...replies,
    ...(detached ? [generic(runtime('Reply'), '200')] : []),
    ...context.dialect.errorReplies(operation, context),
  ];
}

/** Tells whether a client may ask to be detached instead of receiving the connection. */
function mayDetach({ body }: Operation, { api }: ServerEmitContext): boolean {
  const type = preferredContent(body?.content)?.type;
  const schema = type?.kind === 'reference' ? schemaNamed(api, type.name)?.type : undefined;
  return schema?.kind === 'record' && schema.fields.some(({ name }) => name === 'Detach');
}
