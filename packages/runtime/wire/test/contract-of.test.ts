/** Contracts: operations joined with their schemas. */
import { describe, expect, it } from 'vitest';
import { contractOf, integer, responseContract, string, type Operation, type OperationSchemas } from '../src/index.js';

const operation: Operation = {
  id: 'BoxMove',
  method: 'POST',
  path: '/boxes/{id}',
  query: { to: 'plain', tags: 'repeated' },
  headers: { 'X-Box': 'base64url-json' },
  body: ['application/json'],
};
const schemas: OperationSchemas = {
  parameters: { path: { id: string }, query: { to: string, tags: string }, headers: { 'X-Box': string } },
  required: { query: ['to'], headers: ['X-Box'] },
  body: { schema: integer(), required: true },
  rules: [{ kind: 'excludes', fields: ['to', 'tags'], description: 'Not both.' }],
  responses: { 200: { kind: 'json', schema: string } },
  errors: { 404: string },
};

it('has the encoding and the schema of each parameter, and whether it is required', () => {
  expect(contractOf('9.0', { box: { move: [operation, schemas] } })).toEqual({
    version: '9.0',
    operations: {
      BoxMove: {
        id: 'BoxMove',
        noun: 'box',
        verb: 'move',
        method: 'POST',
        path: '/boxes/{id}',
        parameters: {
          path: { id: { encoding: 'plain', schema: string, required: true } },
          query: {
            to: { encoding: 'plain', schema: string, required: true },
            tags: { encoding: 'repeated', schema: string },
          },
          headers: { 'X-Box': { encoding: 'base64url-json', schema: string, required: true } },
        },
        body: { kind: 'json', schema: integer(), required: true },
        rules: schemas.rules,
        responses: schemas.responses,
        errors: schemas.errors,
      },
    },
  });
});

it('has a body of bytes if there is no schema', () => {
  const upload = { ...operation, body: ['application/x-tar'] };
  const { body: _body, ...others } = schemas;
  const { operations } = contractOf('9.0', { box: { move: [upload, others] } });
  expect(operations['BoxMove']?.body).toEqual({ kind: 'bytes', mediaTypes: ['application/x-tar'] });
});

it.each(['to', 'toString', '__proto__'])('never leaves a parameter unchecked: %s', (name) => {
  const query: Operation['query'] = Object.fromEntries([[name, 'plain' as const]]);
  const { id, method, path } = operation;
  const join = () => contractOf('9.0', { box: { move: [{ id, method, path, query }, { responses: {} }] } });
  expect(join).toThrow(`the parameter ${name} has no schema`);
});

it('has the servers, the security, and the parameters of every place', () => {
  const all: Operation = {
    ...operation,
    pathEncodings: { id: { style: 'matrix' } },
    slashes: true,
    cookies: { sid: 'plain' },
    querystring: { q: { mediaType: 'application/xml' } },
    security: [{ key: [] }, {}],
    servers: [{ url: '/v1' }],
  };
  const cookies = { ...schemas.parameters, cookies: { sid: string }, querystring: { q: string } };
  const address = { servers: [{ url: '/v2' }], securitySchemes: { key: { kind: 'mutual-tls' } as const } };
  const body = { ...schemas.body, content: { 'text/csv': { text: true } } } as const;
  const contract = contractOf('9.0', { box: { move: [all, { ...schemas, parameters: cookies, body }] } }, address);
  expect(contract).toMatchObject({
    ...address,
    operations: {
      BoxMove: {
        parameters: {
          path: { id: { encoding: { style: 'matrix' } } },
          cookies: { sid: { encoding: 'plain', schema: string } },
          querystring: { q: { encoding: { mediaType: 'application/xml' } } },
        },
        slashes: true,
        body,
        security: [{ key: [] }, {}],
        servers: [{ url: '/v1' }],
      },
    },
  });
});

describe('the response of a status', () => {
  const json = (name: string) => ({ kind: 'json', mediaType: name }) as const;
  const responses = {
    200: json('200'),
    404: json('404'),
    '2XX': json('2XX'),
    '4XX': json('4XX'),
    default: json('default'),
  };
  const schema = string;

  it.each([
    [200, '200'],
    [201, '2XX'],
    [299, '2XX'],
    [300, 'default'],
    [399, 'default'],
    // The errors of a contract have schemas only.
    [400, undefined],
    [404, '404'],
    [500, undefined],
  ])('%i', (status, mediaType) => {
    expect(responseContract({ responses }, status)?.mediaType).toBe(mediaType);
  });

  it('is the default error below 400 if nothing else is declared', () => {
    const errors = { default: schema };
    expect(responseContract({ responses: {}, errors }, 399)).toEqual({ kind: 'json', schema });
    expect(responseContract({ responses: {}, errors }, 400)).toBeUndefined();
    expect(responseContract({ responses: {} }, 200)).toBeUndefined();
  });
});
