/** Servers of any API, which follow the standards. */
import {
  generic,
  mention,
  statusType,
  union,
  type TypeCode,
  contentForm,
  errorResponses,
  isJsonContent,
  preferredContent,
  type Content,
  type Operation,
  type SuccessResponse,
} from '../../../emitter/index.js';
import type { ServerEmitContext } from '../handler-results.js';
import { libraryType, libraryValue, runtime } from '../runtime.js';
import { equalRequests, type ServerDialect } from '../server-dialect.js';
import { readmeTemplate } from './readme-template.js';
import { identityType, securityOptions } from './security-options.js';

export const standardDialect: ServerDialect = {
  validates: true,
  unsupported: { 'equal-requests': equalRequests },
  create: 'createStandardServer',
  server: 'ApiServer',
  module: 'server',
  reexports: [
    libraryValue('ReceivedFile'),
    ...[
      'ApiServer',
      'BasicCredential',
      'SecurityCheck',
      'HandlersWith',
      'SecurityHandler',
      'StandardOptions',
      'VersionPlace',
    ].map(libraryType),
  ],
  reservedNames: ['ServerOptions', 'SecurityHandlers'],
  hasCookies: true,
  options: securityOptions,
  identityType,
  bodyType,
  resultType,
  errorReplies,
  readme: readmeTemplate,
};

/** Returns the types of the content by its media types: that of the value, `string` for text, and `Readable` for bytes. */
function bodyType(operation: Operation, { types }: ServerEmitContext): TypeCode {
  const content = operation.body?.content ?? [];
  const named = preferredContent(content)?.type;
  const typeOf = (one: Content): TypeCode => {
    const form = contentForm(one);
    if (form !== 'value') return form === 'text' ? 'string' : runtime('Readable');
    const isNamed = JSON.stringify(one.type) === JSON.stringify(named);
    return isNamed ? mention(types.part(operation, 'Request')) : types.text(one.type);
  };
  return union([...new Set(content.map(typeOf))]);
}

function resultType(
  operation: Operation,
  { kind, type, content }: SuccessResponse,
  context: ServerEmitContext,
): string {
  if (kind === 'nothing' || content.length === 0) return 'void';
  if (kind === 'json' && content.length === 1 && namesResponse(operation, type)) {
    return mention(context.types.part(operation, 'Response'));
  }
  return [...new Set(content.map((one) => contentType(one, context)))].join(' | ');
}

function contentType(content: Content, { types }: ServerEmitContext): string {
  const { type, stream } = content;
  if (stream !== undefined && streamsOfItems.has(stream.kind)) return `${runtime('ItemSource')}<${types.text(type)}>`;
  if (isJsonContent(content)) return types.text(type);
  return type.kind === 'bytes' || stream !== undefined ? runtime('ByteSource') : 'string';
}

const streamsOfItems: ReadonlySet<string> = new Set(['json-lines', 'event-stream', 'items']);

/** Tells whether the types package has a name for the response: that of the first success with content. */
function namesResponse({ responses }: Operation, type: SuccessResponse['type']): boolean {
  const success = responses.find(({ status, content }) => /^2/.test(status) && content.length > 0);
  return type !== undefined && preferredContent(success?.content)?.type === type;
}

function errorReplies(operation: Operation, { types }: ServerEmitContext): readonly TypeCode[] {
  const replies = errorResponses(operation).map(({ status, content }) => {
    const first = preferredContent(content);
    const body = first === undefined ? [] : [isJsonContent(first) ? types.text(first.type) : 'string'];
    return generic(runtime('Reply'), statusType(status, operation.responses, runtime('StatusIn')), ...body);
  });
  return [...new Map(replies.map((reply) => [JSON.stringify(reply), reply])).values()];
}
