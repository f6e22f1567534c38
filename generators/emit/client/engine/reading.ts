/** The decoder of an operation's response, and the result of its call. */
import {
  call,
  mention,
  type Code,
  successResponses,
  type Operation,
  type SuccessResponse,
} from '../../../emitter/index.js';
import type { ClientEmitContext } from '../client-emit-context.js';
import type { Reading } from '../client-runtime.js';
import { runtime } from './runtime.js';

export function readingOf(operation: Operation, context: ClientEmitContext): Reading {
  const responses = successResponses(operation, context.api);
  const hijacked = responses.find(({ status }) => status === 101);
  if (hijacked !== undefined) return readingOfResponse(operation, hijacked, context);
  const successes = responses.filter(({ status }) => status >= 200 && status < 300);
  const withBody = successes.find(({ kind }) => kind !== 'nothing');
  if (withBody !== undefined) return readingOfResponse(operation, withBody, context);
  if (responses.some(({ status }) => status === 304)) {
    return { decoder: runtime('changed'), result: runtime('Outcome') };
  }
  const headers = successes.find((response) => response.headers.length > 0)?.headers;
  if (headers === undefined) return { decoder: runtime('nothing'), result: 'void' };
  return { decoder: created('headersOnly'), result: mention(context.names.headers(operation)), headers };
}

function readingOfResponse(
  operation: Operation,
  { kind, type }: SuccessResponse,
  { types }: ClientEmitContext,
): Reading {
  const item = type === undefined ? 'unknown' : types.text(type);
  const json = type === undefined ? {} : { json: type };
  switch (kind) {
    case 'json':
      return {
        decoder: created('json'),
        result: hasNamedResponse(operation) ? mention(types.part(operation, 'Response')) : item,
        ...json,
      };
    case 'json-lines':
      return { decoder: created('jsonLines'), result: `${runtime('JsonStream')}<${item}>`, ...json };
    case 'progress':
      return { decoder: created('progress'), result: `${runtime('JsonStream')}<${item}>`, ...json };
    case 'text':
      return { decoder: runtime('text'), result: 'string' };
    case 'output':
      return { decoder: runtime('output'), result: runtime('Output') };
    case 'tar':
      return { decoder: runtime('tar'), result: runtime('TarStream') };
    case 'bytes':
      return { decoder: runtime('bytes'), result: runtime('ByteStream') };
    case 'websocket':
      return { decoder: runtime('websocket'), result: runtime('Duplex') };
    case 'http2':
      return { decoder: runtime('http2'), result: runtime('Duplex') };
    case 'upgrade':
      return { decoder: runtime('attachment'), result: runtime('Attachment') };
    case 'nothing':
      return { decoder: runtime('nothing'), result: 'void' };
  }
}

/**
 * Tells whether the types package has a name for the response: it has none if the operation declares only `default`.
 */
function hasNamedResponse({ responses }: Operation): boolean {
  return responses.some(({ status, content }) => /^2/.test(status) && content.length > 0);
}

// Marked as pure, so that bundlers can remove unused decoders.
function created(decoder: 'json' | 'jsonLines' | 'progress' | 'headersOnly'): Code {
  return call(`/* @__PURE__ */ ${runtime(decoder)}`);
}
