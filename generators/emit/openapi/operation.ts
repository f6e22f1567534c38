/** An operation → an operation object of OpenAPI. */
import {
  methods,
  objectOf,
  styleOfEncoding,
  type Body,
  type BodyPart,
  type Callback,
  type Content,
  type Encoding,
  type Json,
  type JsonObject,
  type Operation,
  type Response,
  type ResponseLink,
} from '../../emitter/index.js';
import { notesJson } from './notes.js';
import { headersJson, parameterJson, styleJson } from './parameter.js';
import { schemaOf } from './schema.js';
import { securityJson } from './security.js';
import { serversJson } from './servers.js';

/** Returns the path items of operations, by path. */
export function pathsJson(operations: readonly Operation[]): JsonObject {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  return objectOf([...paths].map(([path, ofPath]) => [path, pathItem(ofPath)]));
}

function pathItem(operations: readonly Operation[]): JsonObject {
  const keywords: readonly string[] = methods;
  const others = operations.filter(({ method }) => !keywords.includes(method));
  return {
    ...objectOf(
      operations
        .filter(({ method }) => keywords.includes(method))
        .map((operation) => [operation.method.toLowerCase(), operationJson(operation)]),
    ),
    ...(others.length > 0 && {
      additionalOperations: objectOf(others.map((operation) => [operation.method, operationJson(operation)])),
    }),
  };
}

function operationJson(operation: Operation): JsonObject {
  const { summary, documentId, tags, parameters, body, responses, security, servers, pagination, callbacks } =
    operation;
  return {
    ...(summary !== undefined && { summary }),
    ...notesJson(operation),
    ...(documentId !== undefined && { operationId: documentId }),
    ...(tags.length > 0 && { tags }),
    ...(parameters.length > 0 && { parameters: parameters.map(parameterJson) }),
    ...(body && { requestBody: bodyJson(body) }),
    responses: objectOf(responses.map((response) => [response.status, responseJson(response)])),
    ...(security && { security: securityJson(security) }),
    ...(servers && { servers: serversJson(servers) }),
    ...(pagination && { 'x-lading-pagination': { ...pagination } }),
    ...(callbacks && { callbacks: callbacksJson(callbacks) }),
  };
}

function callbacksJson(callbacks: readonly Callback[]): JsonObject {
  const names = [...new Set(callbacks.map(({ name }) => name))];
  return objectOf(
    names.map((name) => [
      name,
      pathsJson(callbacks.filter((callback) => callback.name === name).map(({ operation }) => operation)),
    ]),
  );
}

function bodyJson(body: Body): JsonObject {
  return { ...notesJson(body), ...(body.required && { required: true }), content: contentJson(body.content) };
}

function responseJson(response: Response): JsonObject {
  const { summary, headers, content, stream, links = [] } = response;
  return {
    ...(summary !== undefined && { summary }),
    description: '',
    ...notesJson(response),
    ...(headers.length > 0 && { headers: headersJson(headers) }),
    ...(content.length > 0 && { content: contentJson(content) }),
    ...(stream && { 'x-lading-stream': { ...stream } }),
    ...(links.length > 0 && { links: objectOf(links.map((link) => [link.name, linkJson(link)])) }),
  };
}

function linkJson({ operation, parameters, body, description, extensions }: ResponseLink): JsonObject {
  return {
    [/[/#]/.test(operation) ? 'operationRef' : 'operationId']: operation,
    ...(parameters.length > 0 && { parameters: objectOf(parameters.map(({ name, value }) => [name, value as Json])) }),
    ...(body !== undefined && { requestBody: body as Json }),
    ...notesJson({ ...(description !== undefined && { description }), ...(extensions && { extensions }) }),
  };
}

function contentJson(content: readonly Content[]): JsonObject {
  return objectOf(
    content.map(({ mediaType, type, stream, parts, ...notes }) => [
      mediaType,
      {
        schema: schemaOf(type),
        ...(stream && { 'x-lading-stream': { ...stream } }),
        ...(parts && { encoding: objectOf(parts.map((part) => [part.name, partJson(part)])) }),
        ...notesJson(notes),
      },
    ]),
  );
}

function partJson({ mediaTypes, isText, encoding, headers, extensions }: BodyPart): JsonObject {
  return {
    ...(mediaTypes && { contentType: mediaTypes.join(', ') }),
    ...(isText && { 'x-lading-text': true }),
    // The media type says what is JSON; a style would say otherwise.
    ...(encoding &&
      encoding !== 'json' && { style: 'form', explode: isExploded(encoding), ...styleJson(encoding, 'form') }),
    ...(headers && { headers: headersJson(headers) }),
    ...(extensions && notesJson({ extensions })),
  };
}

// Stated even where it is the default, since a part without a style has a media type of its own.
function isExploded(encoding: Encoding): boolean {
  return styleOfEncoding(encoding, 'form')?.explode === true;
}
