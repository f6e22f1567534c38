/** The JSON Schemas of operations: servers, security, parameters, bodies and responses. */
import { namedEncodings, parameterStyles } from './encoding.js';
import {
  any,
  arrayOf,
  examples,
  extensions,
  field,
  flag,
  notes,
  record,
  referenceTo,
  text,
} from './json-schema-parts.js';
import { streamKinds } from './operation.js';
import { paginationKinds } from './pagination.js';
import { oauth2FlowKinds } from './security.js';

const stream = record(
  'The stream, if the content is not a single JSON value. With wholeEvents, the type is that of an event and not of its data.',
  { kind: { enum: streamKinds } },
  { wholeEvents: flag },
);

export const operationSchemas = {
  Server: record(
    'A server. Its URL is a template with variables; without scheme and host it is relative.',
    { url: text },
    {
      name: text,
      description: text,
      variables: arrayOf(
        record('A variable.', { name: text, default: text }, { values: arrayOf(text), description: text }),
      ),
      ...extensions,
    },
  ),
  SecurityScheme: record(
    'A security scheme. The other properties depend on its kind.',
    { name: text, kind: { enum: ['api-key', 'http', 'mutual-tls', 'oauth2', 'open-id-connect'] } },
    {
      description: text,
      deprecated: notes.deprecated,
      in: { enum: ['query', 'header', 'cookie'] },
      parameter: text,
      scheme: text,
      bearerFormat: text,
      url: text,
      metadataUrl: text,
      flows: arrayOf(
        record(
          'A flow of OAuth 2.0.',
          {
            kind: { enum: oauth2FlowKinds },
            scopes: arrayOf(record('A scope.', { name: text }, { description: text })),
          },
          { authorizationUrl: text, deviceAuthorizationUrl: text, tokenUrl: text, refreshUrl: text },
        ),
      ),
      ...extensions,
    },
  ),
  SecurityRequirement: {
    description: 'One alternative: all of its schemes are required. Without schemes, anonymous requests are allowed.',
    ...arrayOf(record('A scheme, by its name.', { scheme: text }, { scopes: arrayOf(text) })),
  },
  Operation: record(
    'An operation. Of a webhook, the path is its name; of a callback, a runtime expression.',
    {
      id: text,
      noun: text,
      verb: text,
      method: text,
      path: text,
      group: text,
      tags: arrayOf(text),
      parameters: arrayOf(referenceTo('Parameter')),
      responses: arrayOf(referenceTo('Response')),
    },
    {
      ...notes,
      documentId: text,
      summary: text,
      body: referenceTo('Body'),
      security: arrayOf(referenceTo('SecurityRequirement')),
      servers: arrayOf(referenceTo('Server')),
      pagination: record(
        'The pages of the result. Of items and next, the value is a JSON pointer in the body.',
        { kind: { enum: paginationKinds } },
        { items: text, parameter: text, next: text, first: { type: 'number' } },
      ),
      callbacks: arrayOf(
        record('A request that the server sends.', { name: text, operation: referenceTo('Operation') }),
      ),
    },
  ),
  Parameter: record(
    'A parameter; its encoding is the serialization of its value.',
    {
      ...field,
      in: { enum: ['path', 'query', 'header', 'cookie', 'querystring'] },
      encoding: referenceTo('Encoding'),
    },
    { ...notes, default: any, slashes: flag, allowEmptyValue: flag },
  ),
  Encoding: {
    description: 'The serialization of a value: a name, a style, or a media type.',
    oneOf: [
      { enum: namedEncodings },
      record(
        'A style of OpenAPI, or tabDelimited of Swagger 2.0.',
        { style: { enum: parameterStyles } },
        { explode: flag, allowReserved: flag },
      ),
      record('A media type.', { mediaType: text }),
    ],
  },
  Body: record(
    'The body of a request.',
    { required: { type: 'boolean' }, content: arrayOf(referenceTo('Content')) },
    notes,
  ),
  Response: record(
    'A response by its status; `default` is any other status. After 101, stream is the protocol of the connection.',
    { status: text, headers: arrayOf(referenceTo('Header')), content: arrayOf(referenceTo('Content')) },
    {
      ...notes,
      summary: text,
      stream,
      links: arrayOf(
        record(
          'An operation that can follow, with the values that it takes from the response.',
          { name: text, operation: text, parameters: arrayOf(record('A value.', { name: text, value: any })) },
          { body: any, description: text, ...extensions },
        ),
      ),
    },
  ),
  Content: record(
    'The type of a body by its media type; for a stream, the type of one item.',
    { mediaType: text, type: referenceTo('Type') },
    { stream, parts: arrayOf(referenceTo('Part')), since: text, until: text, example: any, examples, ...extensions },
  ),
  Part: record(
    'The part of a form whose serialization is not the default, by the name of its property.',
    { name: text },
    {
      mediaTypes: arrayOf(text),
      isText: flag,
      encoding: referenceTo('Encoding'),
      headers: arrayOf(referenceTo('Header')),
      ...extensions,
    },
  ),
  Header: record('A header.', { ...field, encoding: referenceTo('Encoding') }, { ...notes, default: any }),
};
