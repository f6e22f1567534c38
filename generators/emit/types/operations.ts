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
} from '../../code/index.js';
import { StructureKind } from '../../code/structures.js';
import type { Response, Content, Operation, Parameter, Stream } from '../../ir/index.js';
import { docsOf } from './docs.js';
import { successOf, type TypeNames, type OperationTypePart } from './names.js';
import { aliasOf, propertiesOf } from './schemas.js';
import { typeCode } from './type-code.js';

export function operationDeclarations(operation: Operation, names: TypeNames): readonly Declaration[] {
  return [
    ...parametersDeclaration(operation, 'Path', 'path', names),
    ...parametersDeclaration(operation, 'Query', 'query', names),
    ...parametersDeclaration(operation, 'Headers', 'header', names),
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
  const where = { path: 'path', query: 'query', header: 'header' }[place];
  const docs = [`The ${where} parameters of {@link ${names.part(operation, 'Operation').name}}.`];
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
  const [first] = content ?? [];
  const symbol = names.part(operation, part);
  if (first === undefined || (first.type.kind === 'reference' && names.schema(first.type.name).name === symbol.name))
    return [];
  const role = part === 'Request' ? 'body' : 'response';
  const docs = docsOf({
    description: `The ${role} of {@link ${names.part(operation, 'Operation').name}}. ${flow(first.stream)}`.trim(),
  });
  return [{ symbols: [symbol], statements: [aliasOf(symbol.name, contentType(first, part, names), docs)] }];
}

function operationDeclaration(operation: Operation, names: TypeNames): Declaration {
  const symbol = names.part(operation, 'Operation');
  const { documentId, noun, verb, method, path, body, parameters } = operation;
  const constants = { id: documentId, noun, verb, method, path };
  const has = (place: Parameter['in']) => parameters.some((parameter) => parameter.in === place);
  const isRequired = (place: Parameter['in']) =>
    parameters.some((parameter) => parameter.in === place && parameter.required);
  const properties: PropertyStructure[] = [
    ...Object.entries(constants).map(([name, value]) => property(name, literal(value), true)),
    ...(has('path') ? [property('parameters', mention(names.part(operation, 'Path')), true)] : []),
    ...(has('query') ? [property('query', mention(names.part(operation, 'Query')), isRequired('query'))] : []),
    ...(has('header') ? [property('headers', mention(names.part(operation, 'Headers')), isRequired('header'))] : []),
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
  const [first] = response.content;
  if (first === undefined) return 'undefined';
  return response.content === contentOfSuccess(operation)
    ? mention(names.part(operation, 'Response'))
    : contentType(first, 'Response', names);
}

function contentOfSuccess(operation: Operation): readonly Content[] | undefined {
  const first = successOf(operation);
  return operation.responses.find(({ content }) => first !== undefined && content[0] === first)?.content;
}

/**
 * Returns the type of a content: a JSON value, the items of a stream, or bytes, which a request may also contain as a
 * whole.
 */
function contentType({ type, stream }: Content, part: OperationTypePart, names: TypeNames): TypeCode {
  const code = typeCode(type, names);
  if (stream?.kind === 'json-lines') return generic('AsyncIterable', code);
  return type.kind === 'bytes' && part === 'Request' ? union([code, 'Uint8Array']) : code;
}

function flow(stream: Stream | undefined): string {
  switch (stream?.kind) {
    case 'json-lines':
      return 'A stream of JSON values.';
    case 'multiplexed':
    case 'raw':
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
