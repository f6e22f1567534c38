/** Samples in Python and of curl send the same request, which a server receives. */
import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { documentOf, type JsonObject } from '../../document/index.js';
import type { GroupPage } from '../docs/index.js';
import { files, page, text } from './testing/boxes.js';

// That of Debian has its package `requests`.
const python = ['/usr/bin/python3', 'python3'].find((one) => spawnSync(one, ['-c', 'import requests']).status === 0);

const environment = { KEY: 'k y&', BOX_AUTH_TOKEN: 'token', BOX_AUTH_USER: 'ada', BOX_AUTH_PASSWORD: "p'w" };

interface Received {
  readonly method: string | undefined;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Runs a program, and returns the request that it sent to the server. */
async function received(program: string, code: string): Promise<Received> {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url = '', headers } = request;
      const compared = ['content-type', 'authorization', 'cookie', 'x-key', 'x-note'];
      const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1] ?? '~';
      const plain = (one: string) =>
        one.replaceAll(boundary, 'BOUNDARY').replace(/Content-Disposition/gi, 'Content-Disposition');
      requests.push({
        method,
        url: decodeURIComponent(url.replaceAll('+', '%20')),
        headers: Object.fromEntries(
          compared.flatMap((name) => (headers[name] === undefined ? [] : [[name, plain(String(headers[name]))]])),
        ),
        body: plain(Buffer.concat(chunks).toString('utf8')).replaceAll('+', '%20'),
      });
      response.setHeader('Content-Type', 'application/json');
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const local = code
    .replaceAll('http://localhost', `http://127.0.0.1:${port}`)
    .replaceAll("'localhost'", `'127.0.0.1:${port}'`);
  const errors = await new Promise<string>((resolve) => {
    const options = { env: { PATH: process.env['PATH'], ...environment }, timeout: 20_000 };
    execFile(program, ['-c', local], options, (error, _output, stderr) => resolve(error === null ? '' : stderr));
  });
  server.close();
  expect(errors).toBe('');
  const [request] = requests;
  if (request === undefined) throw new Error('no request was sent');
  return request;
}

async function sampleOf(method: string, operation: JsonObject, securitySchemes: JsonObject = {}) {
  const responses = {
    '200': { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } },
  };
  const document = documentOf('api.yaml', {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    tags: [{ name: 'Box' }],
    paths: { '/boxes': { [method]: { operationId: 'BoxCall', tags: ['Box'], responses, ...operation } } },
    components: { securitySchemes },
  });
  const [entry] = page<GroupPage>(await files([document]), '1.0', 'groups/box').operations;
  return { curl: entry?.code.curl ?? '', python: entry?.code.python ?? '' };
}

const parameter = (place: string, name: string, example: unknown, schema: object = text) => ({
  name,
  in: place,
  required: true,
  schema,
  example,
});
const body = (mediaType: string, example: unknown, schema: object = { type: 'object' }): JsonObject =>
  ({ requestBody: { required: true, content: { [mediaType]: { schema, example } } } }) as unknown as JsonObject;
const parameters = (...all: readonly object[]): JsonObject => ({ parameters: all }) as unknown as JsonObject;
const list = { type: 'array', items: text };
const key = (place: string): JsonObject => ({ Key: { type: 'apiKey', in: place, name: 'X-Key' } });
const secured = (name: string): JsonObject => ({ security: [{ [name]: [] }] });
const upgraded: JsonObject = { '101': { description: 'Upgraded.', 'x-lading-stream': { kind: 'websocket' } } };
const evil = '\'"); planted(); #\n\\ $(planted) \u202e \u{1f980}';

describe.skipIf(python === undefined)(python === undefined ? 'Python has no package requests' : 'python', () => {
  it.each<[string, string, JsonObject, JsonObject?]>([
    [
      'a query',
      'get',
      parameters(parameter('query', 'a', 'b c'), parameter('query', 'all', true, { type: 'boolean' })),
    ],
    ['a repeated parameter', 'get', parameters(parameter('query', 'a', ['x', 'y'], list))],
    ['the query of a DELETE', 'delete', parameters(parameter('query', 'a', evil.replace('\u202e', '')))],
    ['a header', 'get', parameters(parameter('header', 'X-Note', 'as is'))],
    ['a header of an upgrade', 'get', { ...parameters(parameter('header', 'X-Note', 'as is')), responses: upgraded }],
    ['a cookie', 'get', parameters(parameter('cookie', 'box', 'b c'))],
    ['JSON', 'post', body('application/json', { a: [evil, 1.5, true, null], b: {} })],
    ['another JSON', 'patch', body('application/merge-patch+json', { a: 1 })],
    ['a form', 'post', body('application/x-www-form-urlencoded', { a: 'b c', d: ['e', 'f'] })],
    ['parts', 'post', body('multipart/form-data', { a: 'b c', d: ['e', 'f'] })],
    ['a part that looks like a file', 'post', body('multipart/form-data', { a: '<svg a="b"/>; @c' })],
    ['a key in a header', 'get', secured('Key'), key('header')],
    ['a key in the query', 'get', secured('Key'), key('query')],
    ['a key in a cookie', 'get', secured('Key'), key('cookie')],
    [
      'a key in place of its parameter',
      'get',
      { ...secured('Key'), ...parameters(parameter('header', 'x-key', 'fake')) },
      key('header'),
    ],
    ['a password', 'get', secured('boxAuth'), { boxAuth: { type: 'http', scheme: 'basic' } }],
    ['a bearer token', 'get', secured('boxAuth'), { boxAuth: { type: 'http', scheme: 'bearer' } }],
    ['OAuth', 'get', secured('boxAuth'), { boxAuth: { type: 'oauth2', flows: {} } }],
  ])('%s', async (_what, method, operation, schemes) => {
    const { curl, python: code } = await sampleOf(method, operation, schemes);
    const sent = await received(python ?? '', code);
    const other = await received('/bin/sh', curl.replace(/^curl/, 'curl -s'));
    const comparable = ({ body: content, ...rest }: Received) => {
      const isJson = /json/.test(String(rest.headers['content-type']));
      return { ...rest, body: isJson ? (JSON.parse(content) as unknown) : content };
    };
    expect(comparable(sent)).toEqual(comparable(other));
    if (schemes !== undefined) expect(JSON.stringify(sent)).toMatch(/k y&|token|YWRhOnAndw==|k%20y/);
  });
});
