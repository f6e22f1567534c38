/** An operation → an operation object of OpenAPI 3.1. */
import type { Json, JsonObject } from '../../document/index.js';
import type { Response, Body, Content, Operation, Parameter } from '../../ir/index.js';
import { notesJson } from './notes.js';
import { fieldSchema, schemaOf } from './schema.js';

/** Returns an operation object. @param tag the tag of its group; undefined if it belongs to none */
export function operationJson(operation: Operation, tag: string | undefined): JsonObject {
  const { summary, documentId, parameters, body, responses } = operation;
  return {
    ...(summary !== undefined && { summary }),
    ...notesJson(operation),
    operationId: documentId,
    ...(tag !== undefined && { tags: [tag] }),
    ...(parameters.length > 0 && { parameters: parameters.map(parameterJson) }),
    ...(body && { requestBody: bodyJson(body) }),
    responses: Object.fromEntries(responses.map((response) => [response.status, responseJson(response)])),
  };
}

function parameterJson(parameter: Parameter): JsonObject {
  const { name, in: place, required, encoding, slashes } = parameter;
  return {
    name,
    in: place,
    ...(required && { required }),
    ...notesJson(parameter),
    ...(slashes && { 'x-lading-slashes': slashes }),
    ...(encoding === 'joined' && place !== 'header' && { explode: false }),
    ...(encoding === 'repeated' && place === 'header' && { explode: true }),
    schema: parameterSchema(parameter),
  };
}

function parameterSchema(parameter: Parameter): JsonObject {
  const { encoding, type, default: standard } = parameter;
  const preset = standard !== undefined && { default: standard as Json };
  if (encoding !== 'json' && encoding !== 'base64url-json') return { ...schemaOf(type), ...preset };
  return {
    type: 'string',
    ...(encoding === 'base64url-json' && { contentEncoding: 'base64url' }),
    contentMediaType: 'application/json',
    contentSchema: schemaOf(type),
    ...preset,
  };
}

function bodyJson(body: Body): JsonObject {
  return { ...notesJson(body), ...(body.required && { required: true }), content: contentJson(body.content) };
}

function responseJson(response: Response): JsonObject {
  return {
    description: '',
    ...notesJson(response),
    ...(response.headers.length > 0 && {
      headers: Object.fromEntries(response.headers.map((header) => [header.name, headerJson(header)])),
    }),
    ...(response.content.length > 0 && { content: contentJson(response.content) }),
    ...(response.stream && { 'x-lading-stream': { kind: response.stream.kind } }),
  };
}

function headerJson(header: Response['headers'][number]): JsonObject {
  const { title: _title, description, deprecated, since, until, rules: _rules, example, ...field } = header;
  const notes = {
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated }),
    ...(since && { since }),
    ...(until && { until }),
    ...(example !== undefined && { example }),
  };
  return { ...notesJson(notes), ...(header.required && { required: true }), schema: fieldSchema(field) };
}

function contentJson(content: readonly Content[]): JsonObject {
  return Object.fromEntries(
    content.map(({ mediaType, type, stream, ...notes }) => [
      mediaType,
      { schema: schemaOf(type), ...(stream && { 'x-lading-stream': { kind: stream.kind } }), ...notesJson(notes) },
    ]),
  );
}
