/** The generated client of another API sends and asks for the media type that its caller chooses, with the types of each. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from 'lading/testing';
import { programFolder } from '../compiler.js';
import { compileGenerated } from '../clients/compile-generated.js';
import { loadGenerated } from '../../any-api/workspace/generated.mjs';

interface ReportsModule {
  readonly createClient: (options: object) => {
    readonly report: Readonly<Record<'get' | 'add', (input: object, options?: object) => Promise<unknown>>>;
  };
}

const document = join(import.meta.dirname, '..', 'clients', 'reports.yaml');
const work = programFolder();
const bodies: Readonly<Record<string, string>> = {
  'application/json': '{"title":"T"}',
  'application/xml': '<report/>',
  'text/csv': 'title\nT\n',
  'application/pdf': '%PDF',
  'text/event-stream': 'data: {"line":1}\n\n',
};
let received: { type: string | undefined; body: string } | undefined;
const server = createServer((request, response) => {
  void text(request).then((body) => {
    received = { type: request.headers['content-type'], body };
    const { accept = '' } = request.headers;
    if (request.method === 'POST') response.writeHead(204).end();
    else response.writeHead(200, { 'content-type': accept }).end(bodies[accept]);
  });
});
let report: ReturnType<ReportsModule['createClient']>['report'];

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { client } = await loadGenerated(document, { kinds: ['client'] });
  const { createClient } = client as ReportsModule;
  ({ report } = createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a response', () => {
  it.each<[accept: string | undefined, want: unknown]>([
    [undefined, { title: 'T' }],
    ['application/json', { title: 'T' }],
    ['application/xml', '<report/>'],
    ['text/csv', 'title\nT\n'],
  ])('of %s', async (accept, want) => {
    expect(await report.get({ id: '1' }, { ...(accept !== undefined && { accept }) })).toEqual(want);
  });
  it('of bytes, and of events', async () => {
    const file = (await report.get({ id: '1' }, { accept: 'application/pdf' })) as { text(): Promise<string> };
    expect(await file.text()).toBe('%PDF');
    const items: unknown[] = [];
    const events = await report.get({ id: '1' }, { accept: 'text/event-stream' });
    for await (const item of events as AsyncIterable<unknown>) items.push(item);
    expect(items).toEqual([{ line: 1 }]);
  });
  it('of another media type is refused', async () => {
    await expect(report.get({ id: '1' }, { accept: 'image/png' })).rejects.toMatchObject({ code: 'MEDIA_TYPE' });
  });
});

describe('a body', () => {
  it.each<[contentType: string | undefined, body: unknown, type: string, sent: string]>([
    [undefined, { title: 'T' }, 'application/json', '{"title":"T"}'],
    ['application/json', { title: 'T' }, 'application/json', '{"title":"T"}'],
    ['application/x-www-form-urlencoded', { title: 'a b' }, 'application/x-www-form-urlencoded', 'title=a+b'],
    ['application/xml', '<report/>', 'application/xml', '<report/>'],
    ['text/csv', 'title\nT\n', 'text/csv', 'title\nT\n'],
  ])('of %s', async (contentType, body, type, sent) => {
    await report.add({ body, ...(contentType !== undefined && { contentType }) });
    expect(received).toEqual({ type, body: sent });
  });
  it('of parts', async () => {
    await report.add({ body: { file: new Blob(['x']) }, contentType: 'multipart/form-data' });
    expect(received?.type).toMatch(/^multipart\/form-data; boundary=/);
    expect(received?.body).toContain('name="file"');
  });
  it('of another media type is refused', async () => {
    await expect(report.add({ body: '', contentType: 'image/png' })).rejects.toMatchObject({ code: 'MEDIA_TYPE' });
  });
});

const program = `
import { createCaller, createClient, reportAdd, reportGet, type Download, type ItemStream } from '@generated/client-v1.0';

const client = createClient();
const caller = createCaller();
const id = '1';
export const usual: string = (await client.report.get({ id })).title;
export const csv: string = await client.report.get({ id }, { accept: 'text/csv', timeout: 5 });
export const pdf: Download = await client.report.get({ id }, { accept: 'application/pdf' });
export const lines: ItemStream<{ line?: number }> = await client.report.get({ id }, { accept: 'text/event-stream' });
export const called: string = await caller.call(reportGet, { id }, { accept: 'application/xml' });
export const plain: string = (await caller.call(reportGet, { id }, { timeout: 5 })).title;
await client.report.add({ body: { title: '' } });
await client.report.add({ body: { title: '' }, draft: true, contentType: 'application/x-www-form-urlencoded' });
await client.report.add({ body: { file: new Blob([]) }, contentType: 'multipart/form-data' });
await client.report.add({ body: '<a/>', contentType: 'application/xml' });
await caller.call(reportAdd, { body: 'a', contentType: 'text/csv' });
// @ts-expect-error it is a string
export const wrong: { title: string } = await client.report.get({ id }, { accept: 'text/csv' });
// @ts-expect-error the API does not declare it
await client.report.get({ id }, { accept: 'image/png' });
// @ts-expect-error a string is no JSON body
await client.report.add({ body: '<a/>' });
// @ts-expect-error XML is text
await client.report.add({ body: { title: '' }, contentType: 'application/xml' });
// @ts-expect-error the API does not declare it
await client.report.add({ body: '', contentType: 'image/png' });
`;

it('has the types of each media type, in both entry points', async () => {
  const folder = join(work, 'reports');
  const words = ['generate', '--quiet', '--clients', '--document', document, '--out', folder, '--scope', '@generated'];
  expect(await main(words)).toBe(0);
  const sized = (type: string) => `
    export const size: ${type} = await client.report.size({ id });
    export const sizeText: string = await client.report.size({ id }, { accept: 'text/plain' });
  `;
  const exact = `${program.replace('/client-v1.0', '/client-v1.0/exact')}${sized('bigint')}`;
  expect(compileGenerated(folder, { 'plain.ts': program + sized('number'), 'exact.ts': exact })).toBe('');
});
