/** Every input is sent as it is, or refused with an error of the client: nothing is lost, and no other error ends a call. */
import { expect, it } from 'vitest';
import { createCaller, form, json, multipart, operation, styles } from '../src/codegen.js';
import { InputError, type ClientRequest } from '../src/index.js';

type Place = readonly [name: string, contract: object, parts: object];

const post = { method: 'POST', path: '/' };
const encodings = ['plain', 'repeated', 'joined', 'json', { style: 'deepObject' }, { mediaType: 'text/plain' }];
const places: readonly Place[] = [
  ...encodings.flatMap((encoding): readonly Place[] => [
    [`query ${JSON.stringify(encoding)}`, { path: '/', query: { value: encoding } }, { styles }],
    [`cookie ${JSON.stringify(encoding)}`, { path: '/', cookies: { value: encoding } }, { styles }],
    [`header ${JSON.stringify(encoding)}`, { path: '/', headers: { value: encoding } }, { styles }],
  ]),
  ['query without styles', { path: '/', query: { value: 'repeated' } }, {}],
  ['path', { path: '/{value}' }, {}],
  ['form', { ...post, body: ['application/x-www-form-urlencoded'] }, { content: form }],
  ['multipart', { ...post, body: ['multipart/form-data'] }, { content: multipart }],
];

/** Calls with a value, and returns the request. */
async function sent(contract: object, parts: object, value: unknown): Promise<ClientRequest | undefined> {
  let sent: ClientRequest | undefined;
  const fetch = async (_: unknown, request: ClientRequest) => {
    sent = request;
    return new Response('1');
  };
  const call = operation({ id: 'ThingGet', method: 'GET', path: '/', ...contract }, { response: json(), ...parts });
  await createCaller({ baseUrl: 'https://x.test', fetch }).call(call, { value, body: { value } } as never);
  return sent;
}

const lost: readonly (readonly [string, unknown])[] = [
  ['a function', () => 1],
  ['a symbol', Symbol('a')],
  ['NaN', Number.NaN],
  ['an infinity', -Infinity],
  ['a Map', new Map([['a', 1]])],
];
const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

it.each(places)('refuses in %s what has no text', async (_, contract, parts) => {
  for (const [, value] of lost) {
    for (const given of [value, [value], { a: [value] }])
      await expect(sent(contract, parts, given)).rejects.toBeInstanceOf(InputError);
  }
  await expect(sent(contract, parts, cyclic)).rejects.toBeInstanceOf(InputError);
});

it.each(places.filter(([name]) => !/^(?:header|multipart)/.test(name)))(
  'refuses half a surrogate pair in %s, or escapes it as JSON',
  async (_, contract, parts) => {
    for (const given of ['a\ud800', ['\udc00'], { '\ud800': 1 }, { a: '\ud800' }]) {
      const outcome = await sent(contract, parts, given).catch((error: unknown) => error);
      if (!(outcome instanceof InputError)) expect(JSON.stringify(outcome)).not.toMatch(/%EF%BF%BD|\ufffd/);
    }
  },
);

it('sends a bigint with all its digits', async () => {
  for (const [, contract, parts] of places) {
    const request = await sent(contract, parts, 9007199254740993n);
    const { url = '', headers, body } = request ?? {};
    const text = body === undefined ? '' : await new Response(body).text();
    expect(`${url} ${JSON.stringify([...(headers ?? [])])} ${text}`).toContain('9007199254740993');
  }
});

it('says which operation has an input that throws, and why', async () => {
  const body = { method: 'POST', path: '/', body: ['application/json'] };
  await expect(sent(body, {}, 1n)).rejects.toMatchObject({
    code: 'VALUE_INVALID',
    message: 'ThingGet: TypeError: Do not know how to serialize a BigInt',
  });
  const getter = Object.defineProperty({}, 'a', {
    enumerable: true,
    get() {
      throw new Error('closed');
    },
  });
  await expect(sent(body, {}, getter)).rejects.toThrow('ThingGet: Error: closed');
});
