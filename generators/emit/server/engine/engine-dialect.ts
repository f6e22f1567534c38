/** Servers that speak HTTP as engines do. */
import {
  mention,
  isJsonContent,
  preferredContent,
  type Operation,
  type SuccessResponse,
} from '../../../emitter/index.js';
import type { ServerEmitContext } from '../handler-results.js';
import { libraryType, libraryValue, runtime } from '../runtime.js';
import { equalRequests, type ServerDialect } from '../server-dialect.js';
import { readmeTemplate } from './readme-template.js';

export const engineDialect: ServerDialect = {
  validates: false,
  unsupported: {
    cookie: 'is not read: read the header Cookie of the request',
    'whole-query': 'is not read: parse the URL of the request',
    'parameter-style': 'is not read, and is rejected where it is found: parse the URL of the request',
    'parameter-media-type': 'is not read, and is rejected where it is found: parse the URL of the request',
    form: 'is not parsed: parse the bytes in the handler',
    'value-body': 'is not parsed: parse the bytes in the handler',
    'event-stream': 'is written as bytes: encode the events in the handler',
    'item-stream': 'is written as bytes: encode the items in the handler',
    security: 'is not checked: check the credentials before the server handles a request',
    'equal-requests': equalRequests,
  },
  create: 'createEngineServer',
  server: 'EngineServer',
  module: 'engine',
  reexports: [
    ...['Session', 'TerminalOutput', 'session', 'terminal'].map(libraryValue),
    ...['Connection', 'EngineServer', 'OutputChunk', 'OutputSource', 'Product', 'ServerOptions', 'SessionOptions'].map(
      libraryType,
    ),
  ],
  reservedNames: [],
  hasCookies: false,
  options: () => ({ type: runtime('ServerOptions'), isRequired: false, declarations: [] }),
  identityType: () => undefined,
  /** Bytes can always be read, even if the client sent none. */
  bodyType: (operation, { types }) => {
    const first = preferredContent(operation.body?.content);
    return first !== undefined && isJsonContent(first)
      ? mention(types.part(operation, 'Request'))
      : runtime('Readable');
  },
  resultType,
  errorReplies: () => [],
  readme: readmeTemplate,
};

function resultType(operation: Operation, { kind, type }: SuccessResponse, { types }: ServerEmitContext): string {
  switch (kind) {
    case 'nothing':
      return 'void';
    case 'text':
      return 'string';
    case 'json':
      return namesResponse(operation, type) || type === undefined
        ? mention(types.part(operation, 'Response'))
        : types.text(type);
    case 'json-lines':
    case 'progress':
      return `${runtime('ItemSource')}<${type === undefined ? 'unknown' : types.text(type)}>`;
    case 'output':
      return runtime('OutputSource');
    case 'tar':
    case 'bytes':
      return runtime('ByteSource');
    default:
      return runtime('Session');
  }
}

/** Tells whether the types package has a name for the response: that of the first success with content. */
function namesResponse({ responses }: Operation, type: SuccessResponse['type']): boolean {
  const success = responses.find(({ status, content }) => /^2/.test(status) && content.length > 0);
  return preferredContent(success?.content)?.type === type;
}
