/** The constant of an operation: the operation of the contract with the parts of the runtime that it uses. */
import {
  call,
  data,
  entryKey,
  generic,
  list,
  literal,
  mention,
  object,
  propertyKey,
  type Code,
  type CodeEntry,
  absoluteUrl,
  errorResponses,
  preferredContent,
  type BodyPart,
  type Content,
  type Operation,
  type Pagination,
} from '../../../emitter/index.js';
import type { ClientEmitContext } from '../client-emit-context.js';
import type { ClientRuntime, Reading } from '../client-runtime.js';
import type { Input } from '../input.js';
import { bodyFormOf, hasBodyChoice, otherBodies } from './media-types.js';
import { errorTypeOf, pageItemOf, readingOf } from './reading.js';
import { runtime } from './runtime.js';
import { schemeSymbol } from './security.js';

export function operationCode(
  operation: Operation,
  input: Input,
  context: ClientEmitContext,
): ReturnType<ClientRuntime['operation']> {
  const reading = readingOf(operation, context);
  const { decoder, result } = reading;
  const content = preferredContent(operation.body?.content);
  const further = otherBodies(operation).map((one): CodeEntry => [
    entryKey(one.mediaType),
    object(contentEntries(one)),
  ]);
  const { accepts = [] } = reading;
  const schemes = schemesOf(operation, context);
  const [server] = operation.servers ?? [];
  const parts: readonly CodeEntry[] = [
    ['response', decoder],
    ...(input.nested.length > 0 ? [['nested', list(input.nested.map(literal))] as const] : []),
    ...encoderOf(operation).map((encoder) => ['styles', runtime(encoder)] as const),
    ...(accepts.length === 0
      ? []
      : [
          [
            'accepts',
            object(accepts.map(({ mediaType, decoder: of }): CodeEntry => [entryKey(mediaType), of])),
          ] as const,
        ]),
    ...(content === undefined ? [] : contentEntries(content)),
    ...(hasBodyChoice(operation)
      ? [['bodies', call(`/* @__PURE__ */ ${runtime('bodies')}`, object(further))] as const]
      : []),
    ...(operation.body !== undefined && isBodiless(operation) ? [['transport', runtime('bodyOfGet')] as const] : []),
    ...(schemes.length > 0 ? [['schemes', list(schemes)] as const] : []),
    ...(server === undefined ? [] : [['server', literal(absoluteUrl(server, context.api.servers))] as const]),
  ];
  const more = accepts.length === 0 ? [] : [acceptsType(accepts)];
  const errors = errorTypeOf(errorResponses(operation), context);
  const value = call(
    // Marked as pure, so that bundlers can remove unused operations.
    `/* @__PURE__ */ ${runtime('operation')}`,
    mention(context.contract.operation(operation)),
    object(parts),
  );
  const { pagination } = operation;
  const item = pageItemOf(operation, reading, context);
  if (pagination === undefined || item === undefined)
    return { type: generic(runtime('Operation'), input.text, result, errors, ...more), value };
  return {
    type: generic(runtime('PagedOperation'), input.text, result, context.types.text(item), errors, ...more),
    value: call(`/* @__PURE__ */ ${runtime('pagedOperation')}`, value, pagingCode(pagination)),
  };
}

/** Returns the type of the results by media type. */
function acceptsType(accepts: NonNullable<Reading['accepts']>): string {
  return `{ ${accepts.map(({ mediaType, result }) => `${propertyKey(mediaType)}: ${result}`).join('; ')} }`;
}

/** Returns the mentions of the schemes that an operation requires, each once. */
function schemesOf({ security = [] }: Operation, context: ClientEmitContext): readonly string[] {
  const names = new Set(security.flatMap((all) => all.map(({ scheme }) => scheme)));
  return context.api.securitySchemes
    .filter(({ name }) => names.has(name))
    .map((scheme) => mention(schemeSymbol(scheme, context)));
}

/** Whether `fetch` sends no body with the method. */
function isBodiless({ method }: Operation): boolean {
  return /^(GET|HEAD)$/i.test(method);
}

const plainEncodings: ReadonlySet<unknown> = new Set(['plain', 'repeated', 'joined']);

/**
 * Returns the encoder of parameters that have more than their plain form, or share a segment of the path with others:
 * `{name}.{extension}`. The one of all styles is larger.
 */
function encoderOf({ parameters, path }: Operation): readonly ('styles' | 'joinedItems')[] {
  const isPlain = parameters.every(({ encoding }) => plainEncodings.has(encoding));
  if (!isPlain || /\}[^{}/]+\{/.test(path)) return ['styles'];
  return parameters.some(({ encoding }) => encoding === 'joined') ? ['joinedItems'] : [];
}

function contentEntries(content: Content): readonly CodeEntry[] {
  const form = bodyFormOf(content);
  if (form === 'json') return [['content', runtime('checkBody')]];
  const parts = (content.parts ?? []).flatMap(partEntry);
  return [
    ['content', runtime(form)],
    ...(form === 'raw' || parts.length === 0 ? [] : [['parts', object(parts)] as const]),
  ];
}

function partEntry({ name, mediaTypes = [], encoding }: BodyPart): readonly CodeEntry[] {
  const [mediaType] = mediaTypes;
  const entries: readonly (readonly [string, Code])[] = [
    ...(mediaType === undefined ? [] : [['mediaType', literal(mediaType)] as const]),
    ...(encoding === undefined ? [] : [['encoding', data(encoding as never)] as const]),
  ];
  return entries.length === 0 ? [] : [[entryKey(name), object(entries)]];
}

/** The code of a pagination: a call of the function of the runtime that follows its pages. */
function pagingCode({ kind, items, parameter, next, first }: Pagination): Code {
  const entry = (key: string, value?: string): readonly CodeEntry[] =>
    value === undefined ? [] : [[key, literal(value)]];
  switch (kind) {
    case 'link':
      return pure('linkPaging', ...(items === undefined ? [] : [literal(items)]));
    case 'cursor':
      return pure(
        'cursorPaging',
        object([...entry('parameter', parameter), ...entry('next', next), ...entry('items', items)]),
      );
    case 'offset':
    case 'page':
      return pure(
        'offsetPaging',
        object([
          ...entry('parameter', parameter),
          ['counts', literal(kind === 'page' ? 'pages' : 'items')],
          ...(first === undefined ? [] : [['first', String(first)] as const]),
          ...entry('items', items),
        ]),
      );
  }
}

// Marked as pure, so that bundlers can remove unused operations.
function pure(name: Parameters<typeof runtime>[0], ...passed: readonly Code[]): Code {
  return call(`/* @__PURE__ */ ${runtime(name)}`, ...passed);
}
