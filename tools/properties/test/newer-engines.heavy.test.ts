/** Responses of engines with API 1.52 and later at 1.41 and 1.44 are valid for the documents, the servers and the clients. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as client41 from '@lading/client-v1.41';
import * as client44 from '@lading/client-v1.44';
import type { Conflict, ErrorsOf } from '@lading/runtime-client';
import { createEngineServer, reply } from '@lading/runtime-server';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { check } from '../../conformance/check/check.js';
import { document, type JsonObject } from '../../conformance/check/document.js';
import type { Exchange } from '../../conformance/recorder/exchange.js';
import { exchangesOf, responses, type NewerResponse } from '../newer-engines/responses.js';
import { contracts } from '../servers/request-checker.js';
import { documentOf } from '../specification.js';

const documents = new Map(
  ['1.41', '1.44'].map((version) => [version, document(documentOf(version).root as unknown as JsonObject)]),
);

const rows = responses.flatMap((response) => response.versions.map((version) => ({ version, response })));
const name = ({ version, response }: (typeof rows)[number]): string =>
  `${version} ${response.operation}: ${response.title}`;

describe.each(rows.map((row) => [name(row), row] as const))('%s', (_, { version, response }) => {
  const exchanges = exchangesOf(response, version);

  test('is derived from recordings of older engines', () => {
    expect(exchanges.length).toBeGreaterThan(0);
  });

  test('matches the JSON Schema of the document', () => {
    const described = documents.get(version);
    if (described === undefined) throw new Error(`no document of ${version}`);
    expect(check(described, exchanges).failures).toEqual([]);
  });

  test('passes the response check of the server', async () => {
    const wrong: unknown[] = [];
    for (const exchange of exchanges) wrong.push(...(await refusalsOf(version, exchange)));
    expect(wrong).toEqual([]);
  });

  test('is read by the client', async () => {
    for (const exchange of exchanges) {
      next = exchange.response;
      const call = calls[response.operation];
      if (call === undefined) throw new Error(`no call of ${response.operation}`);
      const result = await call(version === '1.44' ? engine44 : (engine41 as unknown as Engine)).catch(
        (error: unknown) => error,
      );
      if (exchange.response.status < 400) expect(result).toEqual(exchange.response.body);
      else expect(result).toMatchObject({ status: exchange.response.status, operation: response.operation });
    }
  });
});

test('in the types of the clients, properties that newer engines omit are optional', () => {
  type Inspected = Awaited<ReturnType<Engine['container']['inspect']>>;
  type Settings = Inspected['NetworkSettings'];
  expectTypeOf<Settings['IPAddress']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Settings['HairpinMode']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<Inspected['Config']['OnBuild']>().toEqualTypeOf<string[] | null | undefined>();
  type Usage = Awaited<ReturnType<Engine['system']['dataUsage']>>;
  expectTypeOf<Usage['LayersSize']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Extract<ErrorsOf<typeof client44.execResize>, { status: 409 }>>().toEqualTypeOf<Conflict>();
});

/** The errors of the server's response check for a response, in a reply to the recorded request. */
async function refusalsOf(version: string, { method, path, request, response }: Exchange): Promise<unknown[]> {
  const contract = contracts[version];
  if (contract === undefined) throw new Error(`no contract of ${version}`);
  const errors: unknown[] = [];
  const server = createEngineServer(
    contract,
    {},
    {
      checkResponses: 'fail',
      fallback: () => reply(response.status, response.body),
      onError: (error) => errors.push(error),
    },
  );
  const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
  const headers: Record<string, string> =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(body.length) };
  const { status } = await server.handle({
    method,
    url: path,
    headers,
    headersDistinct: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, [value]])),
    body: () => (body === undefined ? null : Readable.from([body])),
    signal: new AbortController().signal,
    duplexSupport: 'upgrade',
  });
  return status === response.status ? errors : [...errors, `${method} ${path}: ${status}`];
}

type Engine = client44.Engine;

const calls: Readonly<Record<NewerResponse['operation'], (engine: Engine) => Promise<unknown>>> = {
  ContainerInspect: (engine) => engine.container.inspect({ id: 'a' }),
  ImageInspect: (engine) => engine.image.inspect({ name: 'a' }),
  NetworkList: (engine) => engine.network.list(),
  SystemAuth: (engine) => engine.system.auth({ body: {} }),
  SystemDataUsage: (engine) => engine.system.dataUsage(),
  ExecResize: (engine) => engine.exec.resize({ id: 'a', h: 1, w: 1 }),
};

const folder = mkdtempSync(join(tmpdir(), 'lading-newer-'));
const socket = join(folder, 'engine.sock');
let next: Exchange['response'] | undefined;
let server: Server;
let engine44: Engine;
let engine41: client41.Engine;

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(next?.status ?? 200, { 'API-Version': '1.56', 'Content-Type': 'application/json' });
    response.end(JSON.stringify(next?.body ?? null));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  engine44 = await client44.connect({ host: `unix://${socket}`, env: {} });
  engine41 = await client41.connect({ host: `unix://${socket}`, env: {} });
});
afterAll(async () => {
  await Promise.all([engine44.close(), engine41.close()]);
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});
