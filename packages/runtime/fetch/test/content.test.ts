import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkBody, createCaller, form, json, multipart, operation, raw } from '../src/codegen.js';
import type { CallParts } from '../src/call/operation.js';
import type { FormParts } from '../src/request/content.js';
import { FilePart } from '../src/index.js';
import { serve, type TestServer } from './testing/server.js';

let server: TestServer;
beforeEach(async () => (server = await serve(() => ({ body: '{}' }))));

async function send(
  body: unknown,
  mediaType: string,
  content?: CallParts<unknown>['content'],
  parts: FormParts = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const post = operation(
    { id: 'ThingPost', method: 'POST', path: '/', body: [mediaType] },
    { response: json(), parts, ...(content && { content }) },
  );
  await createCaller({ baseUrl: server.url }).call(post, { body } as never, { headers });
  const { headers: received, body: text } = server.requests.at(-1) ?? { headers: {}, body: '' };
  return { type: received['content-type'], text, length: received['content-length'] };
}

/** Node's parser, which is not ours. */
const parse = async ({ type, text }: { type: string | undefined; text: string }) =>
  [...(await new Response(text, { headers: { 'content-type': type ?? '' } }).formData())] as [string, string | File][];

const encode = (text: string) => new TextEncoder().encode(text);

describe('JSON', () => {
  it('is the default', async () => {
    expect(await send({ a: 1 }, 'application/json')).toMatchObject({ type: 'application/json', text: '{"a":1}' });
  });
  it('has the media type of the contract, unless a header says otherwise', async () => {
    expect((await send(1, 'application/merge-patch+json')).type).toBe('application/merge-patch+json');
    expect((await send(1, 'application/json', undefined, {}, { 'Content-Type': 'application/x' })).type).toBe(
      'application/x',
    );
    expect((await send(null, '*/*')).type).toBe('application/json');
  });
});

describe('values that JSON loses', () => {
  class Point {
    x = 1;
  }
  const values: readonly (readonly [string, unknown, string])[] = [
    ['a Map', new Map([['a', 'b']]), 'is a Map: pass an object'],
    ['a Set', new Set(['a']), 'is a Set: pass an array'],
    ['undefined in an array', [undefined], 'is undefined, which JSON does not have'],
    ['NaN', Number.NaN, 'is a number that is not finite'],
    ['a function', () => 1, 'is a function, which JSON does not have'],
    ['an instance of a class', new Point(), 'is an instance of Point: pass a plain object'],
  ];
  const unchanged = {
    date: new Date(0),
    none: undefined,
    list: [null, 1, 'a', { b: true }],
    bare: Object.create(null),
  };

  it.each(values)('%s is refused, with its place', async (_, value, reason) => {
    const count = server.requests.length;
    const post = operation(
      { id: 'ThingPost', method: 'POST', path: '/', body: ['application/json'] },
      { response: json(), content: checkBody },
    );
    const caller = createCaller({ baseUrl: server.url });
    const place = Array.isArray(value) ? '/a~1b/0/0' : '/a~1b/0';
    await expect(caller.call(post, { body: { 'a/b': [value] } } as never)).rejects.toThrow(
      `ThingPost: ${place} ${reason}`,
    );
    await expect(send({ data: { deep: [value] } }, 'multipart/form-data', multipart)).rejects.toThrow(reason);
    await expect(send({ data: { deep: [value] } }, 'application/x-www-form-urlencoded', form)).rejects.toThrow(reason);
    expect(server.requests).toHaveLength(count);
    await caller.call(post, { body: unchanged } as never);
    expect(server.requests.at(-1)?.body).toBe(JSON.stringify(unchanged));
  });
  it('is refused as the whole body', async () => {
    const post = operation(
      { id: 'ThingPost', method: 'POST', path: '/', body: ['application/json'] },
      { response: json(), content: checkBody },
    );
    await expect(createCaller({ baseUrl: server.url }).call(post, { body: new Map() } as never)).rejects.toThrow(
      'ThingPost: the body is a Map: pass an object',
    );
  });
});

describe('text and bytes', () => {
  it.each([
    ['a string', '<a/>'],
    ['bytes', encode('<a/>')],
    ['a buffer', encode('<a/>').buffer],
    ['a Blob', new Blob(['<a/>'])],
    ['a web stream', new Blob(['<a/>']).stream()],
    ['a stream of Node', Readable.from([Buffer.from('<a'), Buffer.from('/>')])],
  ])('%s', async (_, body) => {
    expect(await send(body, 'application/xml', raw)).toMatchObject({ type: 'application/xml', text: '<a/>' });
  });
  it.each([
    ['bytes', () => encode('--b')],
    ['a web stream', () => new Blob(['--b']).stream()],
    ['a stream of Node', () => Readable.from([Buffer.from('--'), Buffer.from('b')])],
  ])('%s of a multipart body whose schema is bytes', async (_, body) => {
    expect(await send(body(), 'multipart/form-data', multipart)).toMatchObject({ text: '--b' });
  });
  it('takes the media type of a Blob', async () => {
    expect((await send(new Blob(['x'], { type: 'image/png' }), 'image/*', raw)).type).toBe('image/png');
    expect((await send('x', '*/*', raw)).type).toBe('application/octet-stream');
  });
  it('rejects other values', async () => {
    await expect(send({ a: 1 }, 'text/plain', raw)).rejects.toMatchObject({ code: 'BODY_INVALID' });
  });
});

describe('form', () => {
  const type = 'application/x-www-form-urlencoded';
  it('is what browsers send', async () => {
    const sent = await send({ a: 'b c&é', n: 1, list: ['x', 'y'], none: null }, type, form);
    expect(sent).toMatchObject({ type, text: 'a=b+c%26%C3%A9&n=1&list=x&list=y' });
    expect(Object.fromEntries(await parse(sent))).toMatchObject({ a: 'b c&é', n: '1', list: 'y' });
  });
  it('sends objects as JSON, or as the contract says', async () => {
    const value = { o: { a: 1 }, l: [{ b: 2 }], d: { k: ['v'] }, j: ['a', 'b'] };
    const parts: FormParts = { d: { encoding: { style: 'deepObject' } }, j: { encoding: 'joined' } };
    const { text } = await send(value, type, form, parts);
    expect(decodeURIComponent(text)).toBe('o={"a":1}&l=[{"b":2}]&d[k]=v&j=a,b');
    const styled: FormParts = { l: { encoding: { style: 'form', explode: true } } };
    const apart = await send({ l: [{ b: 2 }, { b: 3 }] }, type, form, styled);
    expect(decodeURIComponent(apart.text)).toBe('l={"b":2}&l={"b":3}');
  });
});

it.each([null, undefined])('a multipart body has no item %s', async (item) => {
  await expect(send({ list: ['a', item] }, 'multipart/form-data', multipart)).rejects.toThrow('must not be null');
});

describe('multipart', () => {
  const type = 'multipart/form-data';
  it('sends text, JSON and files', async () => {
    const file = new File(['cat'], 'c"at.png', { type: 'image/png' });
    const sent = await send(
      { name: 'Tom', age: 3, tags: ['a', 'b'], meta: { x: 1 }, file, data: encode('raw') },
      type,
      multipart,
    );
    expect(sent.length).toBe(String(sent.text.length));
    const parts = await parse(sent);
    const texts = parts.filter(([, value]) => typeof value === 'string');
    expect(texts).toEqual([
      ['name', 'Tom'],
      ['age', '3'],
      ['tags', 'a'],
      ['tags', 'b'],
      ['meta', '{"x":1}'],
    ]);
    const files = parts.flatMap(([name, value]) => (typeof value === 'string' ? [] : [[name, value.name, value.type]]));
    expect(files).toEqual([
      ['file', 'c"at.png', 'image/png'],
      ['data', 'data', 'application/octet-stream'],
    ]);
    expect(sent.text).toContain('name="meta"\r\ncontent-type: application/json\r\n\r\n{"x":1}');
  });
  it('streams parts with names', async () => {
    const stream = Readable.from([Buffer.from('one '), Buffer.from('two')]);
    const sent = await send({ file: new FilePart(stream, 'x.txt', 'text/plain'), after: 'last' }, type, multipart);
    expect(sent.length).toBeUndefined();
    const [[, file] = [], after] = await parse(sent);
    expect(after).toEqual(['after', 'last']);
    expect([(file as File).name, (file as File).type, await (file as File).text()]).toEqual([
      'x.txt',
      'text/plain',
      'one two',
    ]);
  });
  it('takes the media type of a part from the contract', async () => {
    const parts = { text: { mediaType: 'text/csv' }, any: { mediaType: 'image/*' } };
    const { text } = await send({ text: 'a,b', any: encode('x') }, type, multipart, parts);
    expect(text).toContain('name="text"\r\ncontent-type: text/csv');
    expect(text).toContain('content-type: application/octet-stream');
  });
  it.each([
    ['multipart/mixed', 'multipart/mixed; boundary='],
    ['multipart/*', 'multipart/form-data; boundary='],
  ])('has the media type %s of the contract as %s', async (declared, sentType) => {
    expect((await send({ a: 'b' }, declared, multipart)).type?.startsWith(sentType)).toBe(true);
  });
  it('keeps names within their line', async () => {
    const { text } = await send({ 'a"\r\nX: 1': 'b' }, type, multipart);
    expect(text).toContain('name="a%22%0D%0AX: 1"\r\n\r\nb');
  });
  it('fails as the stream fails', async () => {
    const stream = Readable.from(
      (async function* () {
        yield Buffer.from('a');
        throw new Error('disk');
      })(),
    );
    await expect(send({ file: new FilePart(stream) }, type, multipart)).rejects.toMatchObject({ code: 'NO_RESPONSE' });
  });
});
