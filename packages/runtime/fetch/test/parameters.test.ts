import { describe, expect, it } from 'vitest';
import { createCaller, json, operation, styles } from '../src/codegen.js';
import type { Encoding, Operation as ContractOperation, StyleEncoding } from '@lading/runtime-wire';
import type { ClientRequest } from '../src/index.js';

/** Returns the request of a call. */
async function sent(contract: Partial<ContractOperation>, input: unknown, nested?: readonly string[]) {
  const requests: ClientRequest[] = [];
  const { call } = createCaller({
    baseUrl: 'https://x.test/v1/',
    fetch: async (_url, request) => {
      requests.push(request);
      return new Response('1');
    },
  });
  const complete = { id: 'ThingGet', method: 'GET', path: '/things', ...contract };
  await call(operation(complete, { response: json(), styles, ...(nested && { nested }) }), input as object);
  return requests[0] as ClientRequest;
}

const text = 'blue';
const array = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

// The table of the OpenAPI specification, "Style Examples".
const table: readonly [
  style: StyleEncoding['style'],
  explode: boolean,
  place: 'path' | 'query' | 'headers' | 'cookies',
  ofText: string | undefined,
  ofArray: string | undefined,
  ofObject: string,
][] = [
  ['matrix', false, 'path', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['matrix', true, 'path', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['label', false, 'path', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['label', true, 'path', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['simple', false, 'path', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, 'path', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['simple', false, 'headers', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, 'headers', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
  ['form', false, 'query', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['form', true, 'query', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  ['form', false, 'cookies', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['form', true, 'cookies', 'color=blue', 'color=blue; color=black; color=brown', 'R=100; G=200; B=150'],
  ['spaceDelimited', false, 'query', undefined, 'color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150'],
  ['spaceDelimited', true, 'query', undefined, 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  ['pipeDelimited', false, 'query', undefined, 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150'],
  ['tabDelimited', false, 'query', undefined, 'color=blue%09black%09brown', 'color=R%09100%09G%09200%09B%09150'],
  ['pipeDelimited', false, 'path', undefined, 'blue%7Cblack%7Cbrown', 'R%7C100%7CG%7C200%7CB%7C150'],
  ['pipeDelimited', false, 'headers', undefined, 'blue|black|brown', 'R|100|G|200|B|150'],
  ['spaceDelimited', false, 'headers', undefined, 'blue black brown', 'R 100 G 200 B 150'],
  ['deepObject', false, 'query', undefined, undefined, 'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150'],
];

describe.each(table)('style %s, explode %s, in %s', (style, explode, place, ofText, ofArray, ofObject) => {
  const encoding: Encoding = { style, ...(explode && { explode }) };
  const cases = [
    ['a string', text, ofText],
    ['an array', array, ofArray],
    ['an object', object, ofObject],
  ] as const;
  it.each(cases.filter(([, , want]) => want !== undefined))('%s', async (_, value, want) => {
    const contract =
      place === 'path'
        ? { path: '/things/{color}', pathEncodings: { color: encoding } }
        : { [place]: { color: encoding } };
    const { url, headers } = await sent(contract, { color: value });
    const got = {
      path: url.replace('https://x.test/v1/things/', ''),
      query: url.replace('https://x.test/v1/things?', ''),
      headers: headers.get('color'),
      cookies: headers.get('cookie'),
    };
    expect(got[place]).toBe(want);
  });
});

it('escapes the separator of the style label', async () => {
  const encoding: Encoding = { style: 'label', explode: true };
  const contract = { path: '/things/{color}', pathEncodings: { color: encoding } };
  expect((await sent(contract, { color: [1.5, 2] })).url).toBe('https://x.test/v1/things/.1%2E5.2');
});

// `/`, `?`, `#` end a segment, and the others separate items or cookies.
it.each<[StyleEncoding['style'], place: 'path' | 'query' | 'headers' | 'cookies', value: unknown, want: string]>([
  ['simple', 'path', "/:?@!$'()*,;&=+#[] ", "%2F:%3F@!$'()*%2C%3B%26%3D%2B%23%5B%5D%20"],
  ['simple', 'path', ['a,b', 'c'], 'a%2Cb,c'],
  ['form', 'query', ['a,b/', 'c'], 'color=a%2Cb/,c'],
  ['form', 'cookies', 'a;b,c/', 'color=a%3Bb%2Cc/'],
  ['simple', 'headers', 'a b;c%', 'a b;c%'],
])('keeps the reserved characters that are allowed: %s in %s, %j', async (style, place, value, want) => {
  const encoding: Encoding = { style, allowReserved: true };
  const contract =
    place === 'path'
      ? { path: '/things/{color}', pathEncodings: { color: encoding } }
      : { [place]: { color: encoding } };
  const { url, headers } = await sent(contract, { color: value });
  const found = place === 'headers' ? headers.get('color') : place === 'cookies' ? headers.get('cookie') : url;
  expect(found?.replace(/^https:\/\/x\.test\/v1\/things[/?]/, '')).toBe(want);
});

describe('values', () => {
  const query = async (encoding: Encoding, value: unknown) =>
    (await sent({ query: { 'a b': encoding } }, { 'a b': value })).url.replace('https://x.test/v1/things', '');
  it.each<[name: string, encoding: Encoding, value: unknown, want: string]>([
    ['escapes names and values', 'plain', 'c&d=é', '?a%20b=c%26d%3D%C3%A9'],
    ['sends an empty string', 'plain', '', '?a%20b='],
    ['sends numbers, booleans and bigints', 'repeated', [1.5, false, 10n], '?a%20b=1.5&a%20b=false&a%20b=10'],
    ['leaves out null', 'plain', null, ''],
    ['leaves out an empty array', 'joined', [], ''],
    ['escapes commas of items', 'joined', ['a,b', 'c'], '?a%20b=a%2Cb,c'],
    ['JSON', 'json', { a: ['x'] }, '?a%20b=%7B%22a%22%3A%5B%22x%22%5D%7D'],
    ['a JSON string has quotes', 'json', 'x', '?a%20b=%22x%22'],
    ['JSON of another media type', { mediaType: 'application/geo+json' }, [1], '?a%20b=%5B1%5D'],
    ['text of another media type', { mediaType: 'application/xml' }, '<a/>', '?a%20b=%3Ca%2F%3E'],
    ['JSON in base64url', 'base64url-json', { a: '?ÿ' }, `?a%20b=${encodeURIComponent('eyJhIjoiP8O_In0=')}`],
    [
      'reserved characters',
      { style: 'form', allowReserved: true },
      "/:?@!$'()*,;&=#[] ",
      "?a%20b=/:?@!$'()*,;%26%3D%23%5B%5D%20",
    ],
    [
      'objects in depth',
      { style: 'deepObject' },
      { a: { b: 1 }, c: [2, 3] },
      '?a%20b%5Ba%5D%5Bb%5D=1&a%20b%5Bc%5D=2&a%20b%5Bc%5D=3',
    ],
    [
      'what is empty in depth, and an item that looks like JSON, as JSON',
      { style: 'deepObject' },
      { a: {}, b: [], c: { d: null }, e: ['[1]'], f: [[1]] },
      `?${[
        ['a', '{}'],
        ['b', '[]'],
        ['c', '{}'],
        ['e', '["[1]"]'],
        ['f', '[[1]]'],
      ]
        .map(([key = '', text = '']) => `a%20b%5B${key}%5D=${encodeURIComponent(text)}`)
        .join('&')}`,
    ],
    ['a scalar where an object may be', { style: 'form', explode: true }, 'x', '?a%20b=x'],
  ])('%s', async (_, encoding, value, want) => expect(await query(encoding, value)).toBe(want));

  it.each([NaN, Infinity, { a: 1 }])('rejects %o as a plain value', async (value) => {
    await expect(query('plain', value)).rejects.toMatchObject({ name: 'InputError', code: 'VALUE_INVALID' });
  });

  it.each(['', 'b]'])('rejects the name %j in the style deepObject', async (key) => {
    const sentValue = query({ style: 'deepObject' }, { a: { [key]: 1 } });
    await expect(sentValue).rejects.toMatchObject({ name: 'InputError', code: 'VALUE_INVALID' });
  });

  it('sends an empty header, and no cookie without items', async () => {
    const { headers } = await sent(
      { headers: { a: 'plain' }, cookies: { b: 'joined', c: 'plain' } },
      { a: '', b: [], c: 1 },
    );
    expect([headers.get('a'), headers.get('cookie')]).toEqual(['', 'c=1']);
  });

  it.each<[StyleEncoding['explode'], boolean]>([
    [true, true],
    [undefined, false],
  ])('rejects a property with "=" in a header if it is exploded (%s): %s', async (explode, isRejected) => {
    const encoding: Encoding = { style: 'simple', ...(explode && { explode }) };
    const sentValue = sent({ headers: { a: encoding } }, { a: { 'b=c': 1 } });
    if (isRejected) await expect(sentValue).rejects.toThrow('must have no name with "="');
    else expect((await sentValue).headers.get('a')).toBe('b=c,1');
  });

  it('takes colliding names from their locations', async () => {
    const contract = { path: '/things/{id}', query: { id: 'plain' }, headers: { id: 'plain' } } as const;
    const input = { id: 'p', query: { id: 'q' }, headers: { id: 'h' } };
    const { url, headers } = await sent(contract, input, ['query', 'headers']);
    expect([url, headers.get('id')]).toEqual(['https://x.test/v1/things/p?id=q', 'h']);
  });

  it('ignores a polluted prototype', async () => {
    const input = Object.create({ a: 'x' }) as object;
    expect((await sent({ query: { a: 'plain' } }, input)).url).toBe('https://x.test/v1/things');
  });

  it('takes the whole query from one parameter', async () => {
    const { url } = await sent({ querystring: { q: { mediaType: 'text/plain' } } }, { q: 'c d' });
    expect(url).toBe('https://x.test/v1/things?c%20d');
    const form = { querystring: { q: { style: 'form', explode: true } } } as const;
    expect((await sent(form, { q: { a: 1, b: 2 } })).url).toBe('https://x.test/v1/things?a=1&b=2');
    const typed = { querystring: { q: { mediaType: 'application/x-www-form-urlencoded' } } } as const;
    const value = { q: 'a b', list: [1, 2], object: { x: 1 }, none: null };
    expect((await sent(typed, { q: value })).url).toBe(
      'https://x.test/v1/things?q=a%20b&list=1&list=2&object=%7B%22x%22%3A1%7D',
    );
  });

  it('never puts a header value into an error', async () => {
    const call = sent({ headers: { 'X-Key': 'plain' } }, { 'X-Key': 'secret\r\nX: 1' });
    await expect(call).rejects.toMatchObject({
      code: 'HEADER_INJECTION',
      message: expect.not.stringContaining('secret') as string,
    });
  });
});

describe('path', () => {
  it.each([
    ['/things/{id}', 'a/b', '/things/a%2Fb'],
    ['/things/{id}.json', 'a', '/things/a.json'],
    ['/things/{id}/x', 5, '/things/5/x'],
    ['/things/{id}?kind=a', 'b', '/things/b?kind=a&q=1'],
  ])('%s with %s', async (path, id, want) => {
    const query: ContractOperation['query'] = path.includes('?') ? { q: 'plain' } : {};
    expect((await sent({ path, query }, { id, q: 1 })).url).toBe(`https://x.test/v1${want}`);
  });

  it.each([
    ['/files/{name}.{ext}', 'a.tar', 'g.z', '/files/a.tar.g%2Ez'],
    ['/ranges/{name}--{ext}.json', '-a-', 'b-%', '/ranges/-a---b%2D%25.json'],
    ['/{name}/{ext}', 'a.b', 'c.d', '/a.b/c.d'],
  ])('%s escapes what separates %s and %s', async (path, name, ext, want) => {
    expect((await sent({ path }, { name, ext })).url).toBe(`https://x.test/v1${want}`);
  });

  it('keeps slashes where the contract allows them', async () => {
    expect((await sent({ path: '/things/{id}', slashes: true }, { id: 'a/b c' })).url).toBe(
      'https://x.test/v1/things/a/b%20c',
    );
  });

  it.each(['', '.', '..', undefined])('rejects %o, which would change the path', async (id) => {
    const call = sent({ path: '/things/{id}' }, { id });
    await expect(call).rejects.toMatchObject({ name: 'InputError', code: 'PATH_INJECTION' });
  });
});

it.each<[StyleEncoding['style'], unknown]>([
  ['pipeDelimited', ['2', '']],
  ['pipeDelimited', ['a|b']],
  ['spaceDelimited', ['a b', 'c']],
])('%s refuses items that a server would split otherwise', async (style, color) => {
  await expect(sent({ query: { color: { style } } }, { color })).rejects.toMatchObject({ code: 'VALUE_INVALID' });
});
