/** The OpenAPI document of a version with the examples of its pages. */
import {
  get,
  isArray,
  isObject,
  objectOf,
  type Encoding,
  type Json,
  type JsonObject,
  type Operation,
} from '../../emitter/index.js';
import { responseExample } from './example/response.js';
import { requestExample } from './example/request.js';
import type { PageContext } from './page-context.js';

/** Returns the document with examples. @param document the document of the same version */
export function withExamples(document: JsonObject, context: PageContext): JsonObject {
  const operations = new Map(context.api.operations.map((one) => [`${one.method.toLowerCase()} ${one.path}`, one]));
  return mapMember(document, 'paths', (paths) =>
    mapEntries(paths, (path, item) =>
      mapEntries(item, (method, content) => {
        const operation = operations.get(`${method} ${path}`);
        if (operation === undefined || !isObject(content)) return content;
        return operationWith(content, operation, context);
      }),
    ),
  );
}

function operationWith(content: JsonObject, operation: Operation, context: PageContext): JsonObject {
  const request = requestExample(operation, context);
  const response = responseExample(operation, context);
  const withParameters = mapList(content, 'parameters', (parameter) => {
    const given = request.parameters.find(
      ({ parameter: { name, in: place } }) => get(parameter, 'name') === name && get(parameter, 'in') === place,
    );
    // Other tools treat JSON in a parameter as a string.
    if (given === undefined || get(parameter, 'examples') !== undefined || isWithinText(given.parameter.encoding))
      return parameter;
    return { ...parameter, example: given.value };
  });
  const body = request.body;
  const withBody =
    body?.json === undefined
      ? withParameters
      : mapMember(withParameters, 'requestBody', (one) => contentWith(one, body.mediaType, body.json ?? null));
  const { status, mediaType, body: example } = response;
  if (mediaType === undefined || example === undefined) return withBody;
  return mapMember(withBody, 'responses', (responses) =>
    mapMember(responses, status, (one) => contentWith(one, mediaType, example)),
  );
}

function isWithinText(encoding: Encoding): boolean {
  return encoding === 'json' || encoding === 'base64url-json';
}

function contentWith(one: JsonObject, mediaType: string, example: Json): JsonObject {
  return mapMember(one, 'content', (content) =>
    mapMember(content, mediaType, (media) =>
      // One that has several examples keeps them.
      get(media, 'examples') === undefined ? { ...media, example } : media,
    ),
  );
}

function mapMember(object: JsonObject, key: string, change: (value: JsonObject) => JsonObject): JsonObject {
  const value = get(object, key);
  if (!isObject(value)) return object;
  return objectOf(Object.entries(object).map(([name, one]) => [name, name === key ? change(value) : one] as const));
}

function mapList(object: JsonObject, key: string, change: (value: JsonObject) => JsonObject): JsonObject {
  const value = get(object, key);
  if (!isArray(value)) return object;
  return { ...object, [key]: value.map((one) => (isObject(one) ? change(one) : one)) };
}

function mapEntries(value: JsonObject, change: (key: string, value: JsonObject) => Json): JsonObject {
  return objectOf(Object.entries(value).map(([key, one]) => [key, isObject(one) ? change(key, one) : one] as const));
}
