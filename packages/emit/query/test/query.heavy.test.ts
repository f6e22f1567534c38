/** Options of TanStack Query for two versions, generated, compiled, and used by a query client and by a React program in a browser. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, missingBrowser } from '../../testing/browser.js';
import { generatedShop, type Generated } from '../../testing/generated.js';
import { hostile } from '../../testing/shop.js';

const home = join(import.meta.dirname, '..');
let packages: Generated;
afterAll(() => rmSync(join(packages.folder, '..'), { recursive: true, force: true }));

beforeAll(async () => {
  packages = await generatedShop(home);
}, 120_000);

/** A server of pets in the place of `fetch`, which counts its calls. */
const api = `
const json = (body) => Response.json(body);
const pet = (id) => ({ id, name: 'pet ' + id, born: '2020-01-01' });
export const calls = [];
export async function fetch(url, { method = 'GET', signal } = {}) {
  const request = url instanceof Request ? url : new Request(url, { method, signal });
  const { pathname, searchParams } = new URL(request.url);
  calls.push(request.method + ' ' + pathname.replace('/v1', '') + searchParams);
  if (pathname.endsWith('/404')) return Response.json({ message: 'No such pet' }, { status: 404 });
  if (pathname.endsWith('/9')) {
    return new Promise((_, reject) =>
      request.signal.addEventListener('abort', () => { calls.push('cancelled'); reject(request.signal.reason); }));
  }
  if (pathname.endsWith('/orders')) return json(searchParams.get('page') === '3' ? [] : [{ kind: 'cash' }]);
  if (pathname.endsWith('/pets')) {
    const at = Number(searchParams.get('cursor') ?? 0);
    return json(request.method === 'POST' ? pet(7) : { items: [pet(at)], next: at < 2 ? String(at + 1) : null });
  }
  return json(pet(Number(pathname.split('/').at(-1))));
}
`;

test('queries, pages and mutations call the client, and are cancelled', () => {
  const printed = packages.run(`${api}
import { QueryClient, MutationObserver } from '@tanstack/query-core';
import { createClient } from '@shop/client-v2.0';
import * as shop from '@shop/query-v2.0';

const client = createClient({ fetch });
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const found = await queries.fetchQuery(shop.getPetQuery(client, { petId: 3 }));
const cached = queries.getQueryData(shop.getPetQuery.key({ petId: 3 }));
const isUnknown = queries.getQueryData(shop.getPetQuery.key({ petId: 3n })) === undefined;
const pages = await queries.fetchInfiniteQuery({ ...shop.listPetsInfiniteQuery(client, { kind: 'cat' }), pages: 9 });
const orders = await queries.fetchInfiniteQuery({ ...shop.listOrdersInfiniteQuery(client), pages: 9 });
const created = await new MutationObserver(queries, shop.createPetMutation(client)).mutate({ body: { name: 'a' } });
const error = await queries.fetchQuery(shop.getPetQuery(client, { petId: 404 })).catch(({ status, body }) => ({ status, body }));
const waiting = queries.fetchQuery(shop.getPetQuery(client, { petId: 9 })).catch(({ name }) => name);
await new Promise((resolve) => setTimeout(resolve, 50));
await queries.cancelQueries({ queryKey: shop.getPetQuery.key({ petId: 9 }) });
await waiting;
await queries.invalidateQueries({ queryKey: shop.keys.pet });
const states = queries.getQueryCache().getAll().map(({ queryKey, state }) => [queryKey.slice(0, 3).join(' '), state.isInvalidated]);
console.log(JSON.stringify({ found, isCached: cached === found, isUnknown, pages: pages.pages.map(({ items }) => items[0].id),
  orders: orders.pageParams, created, error, states, calls }));`);
  const seen = JSON.parse(printed) as Readonly<Record<string, unknown>>;
  expect(seen).toMatchObject({
    found: { id: 3 },
    isCached: true,
    // A bigint, of an exact client, is a part of a key, too.
    isUnknown: true,
    pages: [0, 1, 2],
    orders: [null, 2, 3],
    created: { id: 7 },
    error: { status: 404, body: { message: 'No such pet' } },
  });
  expect(seen['calls']).toEqual([
    ...['GET /pets/3', 'GET /petskind=cat', 'GET /petscursor=1&kind=cat', 'GET /petscursor=2&kind=cat'],
    ...[
      'GET /orders',
      'GET /orderspage=2',
      'GET /orderspage=3',
      'POST /pets',
      'GET /pets/404',
      'GET /pets/9',
      'cancelled',
    ],
  ]);
  const states = seen['states'] as readonly (readonly [string, boolean])[];
  expect(states.length).toBeGreaterThan(3);
  for (const [key, isInvalidated] of states) expect(isInvalidated, key).toBe(key.includes(' pet '));
});

test.skipIf(missingBrowser())(
  'a React program shows, pages and changes what they return, in a browser',
  async () => {
    const results = await inBrowser(
      packages.folder,
      `${api}
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createClient } from '@shop/client-v2.0';
import { createPetMutation, getPetQuery, keys, listPetsInfiniteQuery } from '@shop/query-v2.0';

const client = createClient({ fetch });
function Pets() {
  const queries = useQueryClient();
  const pet = useQuery(getPetQuery(client, { petId: 3 }));
  const pages = useInfiniteQuery(listPetsInfiniteQuery(client));
  const create = useMutation({
    ...createPetMutation(client),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.pet }),
  });
  useEffect(() => {
    if (pages.data?.pages.length === 1) void pages.fetchNextPage();
    else if (pages.data?.pages.length === 2 && create.isIdle) create.mutate({ body: { name: 'a' } });
    else if (create.isSuccess && calls.filter((call) => call.includes('/pets/3')).length === 2)
      globalThis.results = { text: document.body.innerText, calls: calls.length };
  });
  const names = pages.data?.pages.flatMap(({ items }) => items.map(({ name }) => name)) ?? [];
  return <p>{[pet.data?.name, ...names, create.data?.name].join(', ')}</p>;
}
createRoot(document.getElementById('root')).render(<QueryClientProvider client={new QueryClient()}><Pets /></QueryClientProvider>);`,
    );
    expect(results).toMatchObject({ text: 'pet 3, pet 0, pet 1, pet 7' });
  },
  60_000,
);

test('what does not fit the document does not compile', () => {
  expect(
    packages.errorsOf(`import { QueryClient } from '@tanstack/query-core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { createClient, type Client } from '@shop/client-v2.0';
import { createClient as older } from '@shop/client-v1.0';
import { createPetMutation, deletePetMutation, getPetQuery, keys, listPetsInfiniteQuery, listPetsQuery } from '@shop/query-v2.0';

const client: Client = createClient();
export function usePets() {
  const { data } = useQuery(getPetQuery(client, { petId: 1 }));
  data?.size satisfies number | undefined;
  // @ts-expect-error no such property
  void data?.length;
  const pages = useInfiniteQuery(listPetsInfiniteQuery(client));
  pages.data?.pages[0]?.items[0]?.name satisfies string | undefined;
  useMutation(createPetMutation(client)).mutate({ body: { name: 'a' } });
  // @ts-expect-error a name is required
  useMutation(createPetMutation(client)).mutate({ body: {} });
  useMutation({ ...deletePetMutation(client), onSuccess: () => undefined }).mutate({ petId: 1 });
}
const queries = new QueryClient();
queries.getQueryData(getPetQuery(client, { petId: 1 }).queryKey)?.born satisfies string | undefined;
void queries.fetchQuery(listPetsQuery(client)).then(({ items }) => items);
void queries.invalidateQueries({ queryKey: keys.order });
// @ts-expect-error the parameter of the path is missing
getPetQuery(client);
// @ts-expect-error it is a number
getPetQuery(client, { petId: 'a' });
// @ts-expect-error no such group
void keys.cat;
// The types are those of the client: pets of 1.0 have no size.
void queries.fetchQuery(getPetQuery(older(), { petId: 1 })).then((pet) => {
  pet.name satisfies string;
  // @ts-expect-error no such property
  void pet.size;
});
`),
  ).toBe('');
});

test('names of the document are data', () => {
  const printed = packages.run(`${api}
import { createClient } from '@shop/client-v1.0';
import * as shop from '@shop/query-v1.0';
const queries = Object.entries(shop).filter(([, each]) => typeof each === 'function' && each.key?.().length === 3);
const groups = new Set(queries.map(([, query]) => query.key()[1]));
console.log(JSON.stringify([...groups]));`);
  expect((JSON.parse(printed) as readonly string[]).length).toBeGreaterThanOrEqual(hostile.length);
});

describe('the output', () => {
  test.each(['1.0', '2.0'])('of %s has no any', (version) => {
    expect(packages.declarationsOf('query', version).match(/\bany\b.*/g)).toBeNull();
  });

  test('of a second version is at most half as long', () => {
    const [first, second] = ['2.0', '1.0'].map((version) => packages.bytesOf('query', version));
    expect((second ?? 0) / (first ?? 0)).toBeLessThan(0.5);
  });
});
