/** Reads responses: their headers, content, streams and links. */
import { get, isObject } from '../document/index.js';
import type { ResponseLink, Response } from '../ir/index.js';
import { contentOf } from './content.js';
import { headersOf } from './headers.js';
import { extensionsOf, notesOf } from './notes.js';
import { declaredStream } from './streams.js';
import { swaggerResponse, type ResponseContext } from './swagger-content.js';
import type { Node, Source } from './source.js';

export function responseOf({ schemas, name, produces }: ResponseContext, status: string, node: Node): Response {
  const { source } = schemas;
  const response = source.follow(node);
  const stream = declaredStream(response.value);
  const summary = source.text(response, 'summary')?.trim();
  const headers = headersOf(schemas, response, name);
  const content = source.swagger
    ? swaggerResponse({ schemas, name, produces }, status, response)
    : contentOf(schemas, response, name);
  const links = source.entries(response, 'links').map(([key, link]) => linkOf(source, key, source.follow(link)));
  // In 3.x each media type has its own stream; the stream of the response itself is the protocol of the connection.
  const connection = stream !== undefined && content.length === 0 ? { stream } : {};
  return {
    status,
    ...(summary && { summary }),
    headers,
    content,
    ...connection,
    ...(links.length > 0 && { links }),
    ...notesOf(response.value),
  };
}

function linkOf(source: Source, name: string, node: Node): ResponseLink {
  const parameters = get(node.value, 'parameters');
  const body = get(node.value, 'requestBody');
  const description = source.text(node, 'description')?.trim();
  return {
    name,
    operation: source.text(node, 'operationId') ?? source.text(node, 'operationRef') ?? '',
    parameters: Object.entries(isObject(parameters) ? parameters : {}).map(([key, value]) => ({ name: key, value })),
    ...(body !== undefined && { body }),
    ...(description && { description }),
    ...extensionsOf(node.value),
  };
}
