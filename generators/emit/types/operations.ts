/** An operation → the types of its parameters, its bodies and its responses, and one interface that combines them. */
import {
  generic,
  literal,
  mention,
  propertyKey,
  union,
  type Declaration,
  type PropertyStructure,
  type TypeCode,
  StructureKind,
  preferredContent,
  type Content,
  type Operation,
  type Parameter,
  type Response,
  type Stream,
} from '../../emitter/index.js';
import { docsOf } from './docs.js';
import { successOf, type OperationTypePart } from './identifiers.js';
import type { TypeNames } from './names.js';
import { aliasOf, propertiesOf } from './schemas.js';
import { typeCode } from './type-code.js';

export function operationDeclarations(operation: Operation, names: TypeNames): readonly Declaration[] {
  return [
    ...parametersDeclaration(operation, 'Path', 'path', names),
    ...parametersDeclaration(operation, 'Query', 'query', names),
    ...parametersDeclaration(operation, 'Headers', 'header', names),
    ...parametersDeclaration(operation, 'Cookies', 'cookie', names),
    ...contentDeclaration(operation, 'Request', operation.body?.content, names),
    ...contentDeclaration(operation, 'Response', contentOfSuccess(operation), names),
    responsesDeclaration(operation, names),
    operationDeclaration(operation, names),
  ];
}

function parametersDeclaration(
  operation: Operation,
  part: OperationTypePart,
  place: Parameter['in'],
  names: TypeNames,
): readonly Declaration[] {
  const fields = operation.parameters.filter((parameter) => parameter.in === place);
  if (fields.length === 0) return [];
  const symbol = names.part(operation, part);
  const docs = [`The ${place} parameters of {@link ${names.part(operation, 'Operation').name}}.`];
  const properties = propertiesOf(fields, names);
  return [
    {
      symbols: [symbol],
      statements: [{ kind: StructureKind.Interface, isExported: true, name: symbol.name, docs, properties }],
    },
  ];
}

function contentDeclaration(
  operation: Operation,
  part: OperationTypePart,
  content: readonly Content[] | undefined,
  names: TypeNames,
): readonly Declaration[] {
  const first = preferredContent(content);
  const symbol = names.part(operation, part);
  if (first === undefined || (first.type.kind === 'reference' && names.schema(first.type.name).name === symbol.name))
    return [];
  const role = part === 'Request' ? 'body' : 'response';
  const docs = docsOf({
    description:
      `The ${role} of {@link ${names.part(operation, 'Operation').name}}. ${flow(first.stream, content)}`.trim(),
  });
  return [{ symbols: [symbol], statements: [aliasOf(symbol.name, contentType(first, part, names), docs)] }];
}

function operationDeclaration(operation: Operation, names: TypeNames): Declaration {
  const symbol = names.part(operation, 'Operation');
  const { id, documentId = id, noun, verb, method, path, body, parameters } = operation;
  const constants = { id: documentId, noun, verb, method, path };
  const has = (place: Parameter['in']) => parameters.some((parameter) => parameter.in === place);
  const isRequired = (place: Parameter['in']) =>
    parameters.some((parameter) => parameter.in === place && parameter.required);
  const properties: PropertyStructure[] = [
    ...Object.entries(constants).map(([name, value]) => property(name, literal(value), true)),
    ...(has('path') ? [property('parameters', mention(names.part(operation, 'Path')), true)] : []),
    ...(has('query') ? [property('query', mention(names.part(operation, 'Query')), isRequired('query'))] : []),
    ...(has('header') ? [property('headers', mention(names.part(operation, 'Headers')), isRequired('header'))] : []),
    ...(has('cookie') ? [property('cookies', mention(names.part(operation, 'Cookies')), isRequired('cookie'))] : []),
    ...parameters
      .filter((parameter) => parameter.in === 'querystring')
      .slice(0, 1)
      .map((parameter) => property('querystring', typeCode(parameter.type, names), parameter.required)),
    ...(body && body.content.length > 0
      ? [{ ...property('body', mention(names.part(operation, 'Request')), body.required), docs: docsOf(body) }]
      : []),
    property('responses', mention(names.part(operation, 'Responses')), true),
  ];
  const summary = operation.summary === undefined ? undefined : `${operation.summary.replace(/\.$/, '')}.`;
  const docs = docsOf(
    { ...operation, description: [summary, operation.description].filter((part) => part !== undefined).join('\n\n') },
    `\`${method} ${path}\``,
  );
  return {
    symbols: [symbol],
    statements: [{ kind: StructureKind.Interface, isExported: true, name: symbol.name, docs, properties }],
  };
}

function responsesDeclaration(operation: Operation, names: TypeNames): Declaration {
  const symbol = names.part(operation, 'Responses');
  const properties = operation.responses.map((response) => ({
    ...property(propertyKey(response.status), responseType(operation, response, names), true),
    docs: docsOf(response),
  }));
  const docs = [`The response bodies of {@link ${names.part(operation, 'Operation').name}}, by status.`];
  return {
    symbols: [symbol],
    statements: [{ kind: StructureKind.Interface, isExported: true, name: symbol.name, docs, properties }],
  };
}

function responseType(operation: Operation, response: Response, names: TypeNames): TypeCode {
  const { content } = response;
  const first = preferredContent(content);
  if (first === undefined) return 'undefined';
  const usual =
    content === contentOfSuccess(operation)
      ? mention(names.part(operation, 'Response'))
      : contentType(first, 'Response', names);
  // Another media type may have another type.
  const different = new Map(content.map((one) => [typeKey(one), one]));
  different.delete(typeKey(first));
  return union([usual, ...[...different.values()].map((one) => contentType(one, 'Response', names))]);
}

function typeKey({ type, stream }: Content): string {
  return JSON.stringify([type, isOfItems(stream)]);
}

function contentOfSuccess(operation: Operation): readonly Content[] | undefined {
  const first = successOf(operation);
  return operation.responses.find(({ content }) => first !== undefined && content.includes(first))?.content;
}

/**
 * Returns the type of a content: a JSON value, the items of a stream, or bytes, which a request may also contain as a
 * whole.
 */
function contentType({ type, stream }: Content, part: OperationTypePart, names: TypeNames): TypeCode {
  const code = typeCode(type, names);
  if (isOfItems(stream)) return generic('AsyncIterable', code);
  return type.kind === 'bytes' && part === 'Request' ? union([code, 'Uint8Array']) : code;
}

const streamsOfItems: ReadonlySet<string> = new Set(['json-lines', 'event-stream', 'items']);

function isOfItems(stream: Stream | undefined): boolean {
  return stream !== undefined && streamsOfItems.has(stream.kind);
}

/** @param content all contents: the bytes of a media type `…raw-stream`, or beside a multiplexed one, may be framed */
function flow(stream: Stream | undefined, content: readonly Content[] = []): string {
  const isFramed = content.some(
    ({ mediaType, stream: other }) => other?.kind === 'multiplexed' || mediaType.endsWith('raw-stream'),
  );
  switch (stream?.kind) {
    case 'json-lines':
      return 'A stream of JSON values.';
    case 'event-stream':
      return 'A stream of server-sent events.';
    case 'items':
      return 'A stream of items.';
    case 'multiplexed':
    case 'raw':
      if (!isFramed) return 'Binary data.';
      return 'Raw bytes: frames of stdout and stderr, or unframed output of a terminal.';
    case 'tar':
      return 'A tar archive.';
    default:
      return '';
  }
}

function property(name: string, type: TypeCode, required: boolean): PropertyStructure {
  return { kind: StructureKind.PropertySignature, name, type, hasQuestionToken: !required };
}
