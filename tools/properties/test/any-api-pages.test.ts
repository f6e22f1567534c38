/** The generated client of another API reads pages of every kind from a real server: declared in the document or the configuration. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadGenerated } from '../../any-api/workspace/generated.mjs';

interface ShelvesModule {
  readonly createClient: (options: object) => object;
  readonly paginate: (client: object, operation: unknown) => AsyncIterable<{ readonly title: string }>;
  readonly bookListLinked: unknown;
  readonly bookListByCursor: unknown;
  readonly bookListByOffset: unknown;
  readonly bookListByNumber: unknown;
}

const titles = ['a', 'b', 'c', 'd', 'e'];
const booksFrom = (start: number) => titles.slice(start, start + 2).map((title) => ({ title }));
const lines: string[] = [];

/** A page of two books, from the place that the query selects. */
function respond(url: URL, response: ServerResponse): void {
  const number = (name: string, standard: number) => Number(url.searchParams.get(name) ?? standard);
  const at = { '/by-number': 2 * (number('page', 1) - 1), '/by-offset': number('skip', 0) }[url.pathname];
  const start = at ?? number(url.pathname === '/linked' ? 'from' : 'after', 0);
  const next = start + 2 < titles.length ? start + 2 : undefined;
  response.setHeader('content-type', 'application/json');
  if (url.pathname === '/linked') {
    if (next !== undefined)
      response.setHeader('link', `</linked?from=0>; rel="first", </linked?from=${next}>; rel="next"`);
    response.end(JSON.stringify(booksFrom(start)));
  } else response.end(JSON.stringify({ books: booksFrom(start), next: next?.toString() ?? null }));
}

const server = createServer((request, response) => {
  lines.push(request.url ?? '');
  respond(new URL(request.url ?? '', 'http://localhost'), response);
});
let shelves: ShelvesModule;
let baseUrl = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pagination = [
    {
      operations: { ids: ['*ByCursor'] },
      pages: { kind: 'cursor', parameter: 'after', next: '/next', items: '/books' },
    },
    { operations: { paths: ['/by-offset'] }, pages: { kind: 'offset', parameter: 'skip', items: '/books' } },
    { operations: { ids: ['GET /by-*'] }, pages: { kind: 'page', parameter: 'page', items: '/books' } },
  ];
  const document = join(import.meta.dirname, '..', 'clients', 'shelves.yaml');
  const { client } = await loadGenerated(document, { kinds: ['client'], configuration: { pagination } });
  shelves = client as ShelvesModule;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each<[kind: string, operation: keyof ShelvesModule, requests: readonly string[]]>([
  ['links', 'bookListLinked', ['/linked', '/linked?from=2', '/linked?from=4']],
  ['cursors', 'bookListByCursor', ['/by-cursor', '/by-cursor?after=2', '/by-cursor?after=4']],
  ['offsets', 'bookListByOffset', ['/by-offset', '/by-offset?skip=2', '/by-offset?skip=4', '/by-offset?skip=5']],
  ['numbers', 'bookListByNumber', ['/by-number', '/by-number?page=2', '/by-number?page=3', '/by-number?page=4']],
])('by %s', async (_, operation, requests) => {
  lines.length = 0;
  const found: string[] = [];
  const { createClient, paginate } = shelves;
  for await (const { title } of paginate(createClient({ baseUrl }), shelves[operation])) found.push(title);
  expect(found).toEqual(titles);
  expect(lines).toEqual(requests);
});
