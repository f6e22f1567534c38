/** The generated client of another API, against a real server: what it sends, and what it returns. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadGenerated } from '../../any-api/workspace/generated.mjs';
import { auth, calls, type PetShopModule } from '../clients/pet-shop.js';

const document = join(import.meta.dirname, '..', 'clients', 'pet-shop.yaml');
const received: { line: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
let response = { status: 200, type: 'application/json', body: '[]' };
const server = createServer((request, reply) => {
  void text(request).then((body) => {
    received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    reply
      .writeHead(response.status, { 'content-type': response.type })
      .end(response.status === 204 ? '' : response.body);
  });
});
let shop: ReturnType<PetShopModule['createClient']>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { client } = await loadGenerated(document, { kinds: ['client'] });
  const { createClient } = client as PetShopModule;
  shop = createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, auth });
});
beforeEach(() => {
  received.length = 0;
  response = { status: 200, type: 'application/json', body: '[]' };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('what is sent', () => {
  const key = { 'x-key': 'k' };
  const basic = { authorization: `Basic ${Buffer.from('me:secret').toString('base64')}` };
  it.each<[name: string, line: string, headers: object, body: string | RegExp, status: number]>([
    ['no parameters', 'GET /v1/pets', key, '', 200],
    [
      'parameters of every style',
      'GET /v1/pets?tags=a%20b&tags=c%26d&ids=1,2&sizes=3%7C4&filter%5Bname%5D=Tom&filter%5Bcolor%5D=red',
      { ...key, cookie: 'session=s', 'x-trace': 'x,y' },
      '',
      200,
    ],
    [
      'JSON',
      'POST /v1/pets',
      { ...key, 'content-type': 'application/json' },
      '{"name":"Tom","age":1.5,"tags":["a"]}',
      201,
    ],
    ['basic authentication', 'GET /v1/pets/5', basic, '', 200],
    [
      'a form',
      'PATCH /v1/pets/5',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'name=Tom+%26+Jerry&age=2',
      204,
    ],
    ['label and matrix', 'GET /v1/labels/.a,b/;matrix=1;matrix=2', key, '', 204],
    [
      'multipart',
      'POST /v1/photos/5',
      key,
      /name="title"\r\n\r\nTom\r\n[^]*filename="file"\r\ncontent-type: image\/png/,
      204,
    ],
  ])('%s', async (name, line, headers, body, status) => {
    response = { ...response, status };
    await calls[name]?.(shop);
    expect(received).toMatchObject([{ line, headers }]);
    expect(received[0]?.body).toEqual(body instanceof RegExp ? expect.stringMatching(body) : body);
  });
});

describe('what is returned', () => {
  it('tells several bodies apart', async () => {
    response = { status: 201, type: 'application/json', body: '{"name":"Tom"}' };
    expect(await shop.pet.add({ body: { name: 'Tom' } })).toEqual({ status: 201, body: { name: 'Tom' } });
    response = { status: 202, type: 'text/plain', body: 'soon' };
    expect(await shop.pet.add({ body: { name: 'Tom' } })).toEqual({ status: 202, body: 'soon' });
  });
  it('has errors with their body', async () => {
    response = { status: 404, type: 'application/problem+json', body: '{"title":"No pet"}' };
    await expect(shop.pet.get({ id: 1 })).rejects.toMatchObject({ status: 404, body: { title: 'No pet' } });
  });
  it('has downloads', async () => {
    response = { status: 200, type: 'image/png', body: 'png' };
    expect(Buffer.from(await (await shop.photo.get({ id: 1 })).bytes()).toString()).toBe('png');
  });
});
