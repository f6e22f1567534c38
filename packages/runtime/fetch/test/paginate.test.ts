import { describe, expect, it } from 'vitest';
import {
  createCaller,
  cursorPaging,
  headerKey,
  json,
  linkPaging,
  offsetPaging,
  operation,
  pagedOperation,
} from '../src/codegen.js';
import type { Paging } from '../src/pagination/paging.js';
import { paginate } from '../src/index.js';
import { serve, type ReceivedRequest, type TestResponse, type TestServer } from './testing/server.js';

async function pagesOf(
  paging: Paging<number>,
  respond: (query: URLSearchParams, at: string) => TestResponse,
  nested: readonly string[] = [],
) {
  const server: TestServer = await serve(({ url }: ReceivedRequest) =>
    respond(new URL(url, 'http://x').searchParams, server.url),
  );
  const list = operation(
    {
      id: 'ThingList',
      method: 'GET',
      path: '/things',
      security: [{ key: [] }],
      query: { q: 'plain', cursor: 'plain', skip: 'plain', page: 'plain' },
    },
    { response: json(), schemes: [headerKey('key', 'x-key')], nested },
  );
  const caller = createCaller({ baseUrl: server.url, auth: { key: 'k' } });
  const input = nested.length > 0 ? { query: { q: 'a' } } : { q: 'a' };
  const all = paginate(caller, pagedOperation(list, paging), input as never);
  const read = async () => {
    const items: number[] = [];
    for await (const item of all) items.push(item);
    return items;
  };
  return { server, all, read };
}

const body = (value: unknown) => ({ body: JSON.stringify(value) });

describe('paginate', () => {
  it.each([
    ['cursor', cursorPaging<number>({ parameter: 'cursor', next: '/next', items: '/items' })],
    ['URL', cursorPaging<number>({ next: '/url', items: '/items' })],
  ])('ends at a page whose next %s is its own', async (_, paging) => {
    const { server, read } = await pagesOf(paging, () => body({ items: [1], next: 'x', url: '/things?again' }));
    await expect(read()).rejects.toMatchObject({ code: 'PAGE_REPEATED' });
    expect(server.requests).toHaveLength(2);
  });
  it.each([2, 3, 7])('ends where %d pages without items lead to each other', async (pages) => {
    const paging = cursorPaging<number>({ parameter: 'cursor', next: '/next', items: '/items' });
    const { server, read } = await pagesOf(paging, (query) => {
      return body({ items: [], next: String((Number(query.get('cursor')) + 1) % pages) });
    });
    await expect(read()).rejects.toMatchObject({ code: 'PAGE_REPEATED' });
    expect(server.requests.length).toBeLessThanOrEqual(3 * pages + 1);
  });
  it('follows links, with the credentials', async () => {
    const { server, read } = await pagesOf(linkPaging(), (query) => {
      const page = Number(query.get('p') ?? 1);
      const link = `</first>; rel="first", </things?p=${page + 1}&x=a,b>; title="a, b"; rel="next last"`;
      return { ...body([page * 10, page * 10 + 1]), ...(page < 3 && { headers: { Link: link } }) };
    });
    expect(await read()).toEqual([10, 11, 20, 21, 30, 31]);
    expect(server.requests.map(({ url }) => url)).toEqual(['/things?q=a', '/things?p=2&x=a,b', '/things?p=3&x=a,b']);
    expect(server.requests.every(({ headers }) => headers['x-key'] === 'k')).toBe(true);
  });
  it('does not follow a link to another origin', async () => {
    const { read } = await pagesOf(linkPaging(), () => ({
      ...body([1]),
      headers: { Link: '<https://evil.test/>; rel=next' },
    }));
    await expect(read()).rejects.toMatchObject({ code: 'FOREIGN_PAGE' });
  });
  it.each([[[]], [['query']]])('follows cursors, nested %o', async (nested) => {
    const paging = cursorPaging<number>({ parameter: 'cursor', next: '/meta/next', items: '/data~1x' });
    const { server, read } = await pagesOf(
      paging,
      (query) => body({ 'data/x': [Number(query.get('cursor'))], meta: { next: query.has('cursor') ? null : 5 } }),
      nested,
    );
    expect(await read()).toEqual([0, 5]);
    expect(server.requests.map(({ url }) => url)).toEqual(['/things?q=a', '/things?q=a&cursor=5']);
  });
  it('follows URLs in the body', async () => {
    const paging = cursorPaging<number>({ next: '/next', items: '/items' });
    const { read } = await pagesOf(paging, (query, at) =>
      body({ items: [1], next: query.has('z') ? '' : `${at}/things?z` }),
    );
    expect(await read()).toEqual([1, 1]);
  });
  it.each([
    ['items', 'skip', ['/things?q=a', '/things?q=a&skip=2', '/things?q=a&skip=3']],
    ['pages', 'page', ['/things?q=a', '/things?q=a&page=2', '/things?q=a&page=3']],
  ] as const)('counts %s', async (counts, parameter, urls) => {
    const answers = [[1, 2], [3], []];
    const { server, read } = await pagesOf(offsetPaging({ parameter, counts }), () => body(answers.shift()));
    expect(await read()).toEqual([1, 2, 3]);
    expect(server.requests.map(({ url }) => url)).toEqual(urls);
  });
  it('requests a page when its turn comes, and whole pages', async () => {
    const { server, all } = await pagesOf(offsetPaging({ parameter: 'page', counts: 'pages' }), () => body([1, 2]));
    for await (const page of all.pages) {
      expect(page).toEqual([1, 2]);
      break;
    }
    for await (const item of all) if (item === 2) break;
    expect(server.requests).toHaveLength(2);
  });
  it('rejects items that are not an array', async () => {
    const { read } = await pagesOf(linkPaging('/items'), () => body({ items: 5 }));
    await expect(read()).rejects.toMatchObject({ code: 'RESPONSE_INVALID' });
  });
});
