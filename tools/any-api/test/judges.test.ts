/** What independent judges get to see: the document, as far as it means the same, and each request. */
import { expect, it } from 'vitest';
import { addressing, normalized } from '../checks/prism-document.mjs';
import { requestsMarkdown } from '../commands/requests.mjs';

const responses = {};
const body = { in: 'body', name: 'body', schema: {} };

it('a body of Swagger 2.0 without a declared media type is JSON', () => {
  const document = {
    swagger: '2.0',
    parameters: { shared: body },
    paths: {
      '/a': {
        get: { responses },
        post: { responses, parameters: [body] },
        put: { responses, parameters: [{ $ref: '#/parameters/shared' }], consumes: ['text/xml'] },
      },
      '/b': { parameters: [{ $ref: '#/parameters/shared' }], post: { responses } },
    },
  };
  const { paths } = normalized(document);
  expect(paths['/a'].get).toEqual(document.paths['/a'].get);
  expect(paths['/a'].post.consumes).toEqual(['application/json']);
  expect(paths['/a'].put.consumes).toEqual(['text/xml']);
  expect(paths['/b'].post.consumes).toEqual(['application/json']);
  const declared = { ...document, consumes: ['text/xml'] };
  expect(normalized(declared)).toBe(declared);
});

it.each([
  ['DELETE', '/tags/a%2Fb?keys=1', '/tags/a%2Fb/keys?keys=1', {}],
  ['GET', '/tags/a', '/tags/a', {}],
  ['POST', '/?Action=Two', '/Action=Two?Action=Two', {}],
  ['POST', '/', '/X-Target=a.B', { 'x-target': 'a.B' }],
])('%s %s is judged as the operation whose fragment it fits', (method, path, expected, headers) => {
  const operations = (...methods: string[]) => Object.fromEntries(methods.map((each) => [each, { responses }]));
  const paths = {
    '/tags/{arn}': operations('get'),
    '/tags/{arn}#keys': operations('delete'),
    '/tags/{arn}#keys&more': operations('get'),
    '/#Action=One': operations('post'),
    '/#Action=Two': operations('post'),
    '/#X-Target=a.B': operations('post'),
  };
  const document = { openapi: '3.0.0', paths };
  expect(addressing(document)({ method, path, headers: new Headers(headers) })).toBe(expected);
  const template = expected.replace(/\?.*/, '').replace(/^\/tags\/[^/]+/, '/tags/{arn}');
  expect(Object.keys(normalized(document).paths)).toContain(template);
});

it('a request that is rejected for a known reason counts as rejected', () => {
  const finding = { operation: 'A', problem: 'CRASH', rejected: 2 };
  const documents = [
    {
      id: 'a.json',
      operations: 4,
      requests: 12,
      findings: [{ ...finding, reason: 'It crashes' }, finding],
    },
  ];
  const { text, share } = requestsMarkdown(1, documents);
  expect(share).toBeCloseTo(8 / 12);
  expect(text).toMatch(/Requests that Prism finds valid +\| +8 of 12 \| 66\.67/);
  expect(text).toMatch(/Operations all of whose requests Prism finds valid +\| +2 of 4 \| 50\.00/);
  expect(text).toContain('- 2 (1): It crashes');
});
