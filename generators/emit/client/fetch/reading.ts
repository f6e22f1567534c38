/** The decoder of an operation's response, and the result of its call. */
import {
  call,
  entryKey,
  generic,
  list,
  literal,
  mention,
  object,
  statusType,
  union,
  type Code,
  type TypeCode,
  hasNoBody,
  isJsonContent,
  pageItemType,
  preferredContent,
  type Content,
  type Operation,
  type Response,
  type Type,
} from '../../../emitter/index.js';
import type { ClientEmitContext } from '../client-emit-context.js';
import type { Reading } from '../client-runtime.js';
import { hasBodyChoice, isRange, otherContents } from './media-types.js';
import { runtime } from './runtime.js';

export function readingOf(operation: Operation, context: ClientEmitContext): Reading {
  const usual = readingAs(undefined, operation, context);
  const accepts = offeredMediaTypes(operation).map((mediaType) => {
    const { decoder, result } = readingAs(mediaType, operation, context);
    return { mediaType, result, decoder };
  });
  return {
    ...usual,
    ...(accepts.length > 0 && { accepts }),
    ...(pageItemOf(operation, usual, context) !== undefined && { isPaged: true }),
  };
}

/** @param mediaType the media type that the caller asks for; undefined is the usual one of each status */
function readingAs(mediaType: string | undefined, operation: Operation, context: ClientEmitContext): Reading {
  const reading = readingOfSuccesses(mediaType, operation, context);
  const statuses = onlyStatuses(operation);
  if (statuses === undefined) return reading;
  const decoder = call(runtime('onlyStatuses'), list(statuses.map(String)), reading.decoder);
  return { ...reading, decoder: pure(decoder) };
}

function readingOfSuccesses(mediaType: string | undefined, operation: Operation, context: ClientEmitContext): Reading {
  const readings = successesOf(operation).map(
    (response) => [response.status, readingOfResponse(mediaType, operation, response, context)] as const,
  );
  const [, first] = readings[0] ?? [];
  if (first === undefined) return { decoder: runtime('nothing'), result: 'void', kind: 'nothing' };
  const isOne = readings.every(
    ([, { decoder, result }]) => isEqualCode(decoder, first.decoder) && result === first.result,
  );
  if (isOne) return first;
  const results = readings.map(
    ([status, { result }]) =>
      `${runtime('StatusResult')}<${statusType(status, operation.responses, runtime('StatusIn'))}, ${result}>`,
  );
  const decoders = readings.map(([status, { decoder }]) => [entryKey(status.replace('x', 'X')), decoder] as const);
  return { decoder: pure(call(runtime('byStatus'), object(decoders))), result: results.join(' | '), kind: 'statuses' };
}

/** Returns the statuses of results, if `default` is an error and declares all others. */
function onlyStatuses(operation: Operation): readonly number[] | undefined {
  const statuses = successesOf(operation).map(({ status }) => Number(status));
  const hasDefault = operation.responses.some(({ status }) => status === 'default');
  return hasDefault && statuses.length > 0 && statuses.every(Number.isInteger) ? statuses : undefined;
}

/** Returns the type of the items of a page, if the result of an operation has pages. */
export function pageItemOf(
  { pagination }: Operation,
  { json }: Reading,
  { api }: Pick<ClientEmitContext, 'api'>,
): Type | undefined {
  return pagination && json && pageItemType(json, pagination, api.schemas);
}

/** Returns the responses that are results. If the operation declares only `default`, that is one. */
function successesOf({ responses }: Operation): readonly Response[] {
  const successes = responses.filter(({ status }) => /^2(?:\d\d|XX)$/i.test(status));
  return successes.length > 0 ? successes : responses.filter(({ status }) => status === 'default');
}

function readingOfResponse(
  mediaType: string | undefined,
  operation: Operation,
  response: Response,
  context: ClientEmitContext,
): Reading {
  const content = response.content.find((one) => one.mediaType === mediaType) ?? preferredContent(response.content);
  // Responses to HEAD have none either.
  const hasBody = operation.method !== 'HEAD' && !hasNoBody(response);
  if (content !== undefined && hasBody) return readingOfContent(content, context);
  const { headers } = response;
  if (headers.length === 0 || successesOf(operation).length > 1)
    return { decoder: runtime('nothing'), result: 'void', kind: 'nothing' };
  return { decoder: pure(call(runtime('headersOnly'))), result: mention(context.names.headers(operation)), headers };
}

/** Returns the media types of results that the caller may ask for instead of the usual ones. */
function offeredMediaTypes(operation: Operation): readonly string[] {
  if (operation.method === 'HEAD') return [];
  const contents = successesOf(operation)
    .filter((response) => !hasNoBody(response))
    .flatMap(({ content }) => otherContents(content, preferredContent(content)?.mediaType ?? ''));
  return [...new Set(contents.map(({ mediaType }) => mediaType).filter((mediaType) => !isRange(mediaType)))];
}

/** Whether callers choose among media types of an operation. */
export function hasMediaTypeChoice(operation: Operation): boolean {
  return hasBodyChoice(operation) || offeredMediaTypes(operation).length > 0;
}

function readingOfContent(content: Content, { types, api }: ClientEmitContext): Reading {
  const { mediaType, type, stream } = content;
  const item = types.text(type);
  const items = (name: Parameters<typeof runtime>[0], ...passed: readonly Code[]): Reading => ({
    decoder: pure(call(runtime(name), ...passed)),
    result: `${runtime('ItemStream')}<${item}>`,
    kind: 'items',
    json: type,
  });
  const accept = (usual: string) => (mediaType === usual ? [] : [literal(mediaType)]);
  const isSequence = /json-seq\b/.test(mediaType);
  if (stream?.kind === 'event-stream' && stream.wholeEvents === true) {
    return items('events', ...(hasTextData(type, api.schemas) ? [] : ['true']));
  }
  if (stream?.kind === 'event-stream') return items(isText(type) ? 'eventTexts' : 'eventData');
  if (stream?.kind === 'json-lines' || (stream?.kind === 'items' && /json/.test(mediaType))) {
    return isSequence
      ? items('jsonSequence', ...accept('application/json-seq'))
      : items('jsonLines', ...accept('application/jsonl'));
  }
  if (isJsonContent(content)) {
    return {
      decoder: pure(call(runtime('json'), ...accept('application/json'))),
      result: item,
      kind: 'value',
      json: type,
    };
  }
  if (type.kind === 'bytes' || stream !== undefined) {
    return {
      decoder: pure(call(runtime('download'), ...accept('*/*'))),
      result: runtime('Download'),
      kind: 'download',
    };
  }
  return { decoder: pure(call(runtime('text'), ...accept('text/plain'))), result: 'string', kind: 'value' };
}

function isText(type: Type): boolean {
  return type.kind === 'string' || type.kind === 'any' || (type.kind === 'enum' && type.of === 'string');
}

/** Whether the data of whole events is text, and not JSON. */
function hasTextData(type: Type, schemas: ClientEmitContext['api']['schemas']): boolean {
  if (type.kind === 'reference') {
    const target = schemas.find(({ name }) => name === type.name)?.type;
    return target === undefined || hasTextData(target, schemas);
  }
  const data = type.kind === 'record' ? type.fields.find(({ name }) => name === 'data')?.type : undefined;
  return data === undefined || isText(data);
}

/** Returns the body that an error response has: its type. */
export function errorTypeOf(responses: readonly Response[], { types }: ClientEmitContext): TypeCode {
  const errors = responses.map(({ status, content }) => {
    const preferred = preferredContent(content);
    const body = preferred === undefined ? 'unknown' : isJsonContent(preferred) ? types.text(preferred.type) : 'string';
    return generic(runtime('ApiError'), statusType(status, responses, runtime('StatusIn')), body);
  });
  return errors.length === 0
    ? runtime('ApiError')
    : union([...new Map(errors.map((error) => [JSON.stringify(error), error])).values()]);
}

// Marked as pure, so that bundlers can remove unused decoders.
function pure(code: ReturnType<typeof call>): Code {
  return { ...code, name: `/* @__PURE__ */ ${code.name}` };
}

function isEqualCode(one: Code, other: Code): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
