/** Mocks of two versions, generated, compiled, and called by generated clients in Node and in a browser. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, missingBrowser } from '../../testing/browser.js';
import { generatedShop, type Generated } from '../../testing/generated.js';
import { shop } from '../../testing/shop.js';

const home = join(import.meta.dirname, '..');
let packages: Generated;
afterAll(() => rmSync(join(packages.folder, '..'), { recursive: true, force: true }));

beforeAll(async () => {
  packages = await generatedShop(home);
}, 120_000);

/** What a client sees of stateful mocks; the same in Node and in a browser. */
const story = `
import { createClient } from '@shop/client-v2.0';
import { getPet, handlers } from '@shop/mocks-v2.0';

export async function story(use) {
  const { pet, order } = createClient();
  const seen = {};
  await use(...handlers({ seed: 3 }));
  seen.page = await pet.list();
  seen.again = JSON.stringify(await pet.list()) === JSON.stringify(seen.page);
  seen.later = [(await pet.list({ cursor: 'a' })).items, await order.list({ page: 2 })];
  seen.events = [];
  for await (const event of await order.watch()) seen.events.push(event);
  seen.photo = (await (await pet.getPhoto({ petId: 1 })).bytes()).length > 0;
  await use(getPet({ status: 404 }), ...handlers());
  seen.error = await pet.get({ petId: 1 }).catch(({ status, body }) => ({ status, body }));
  await use(...handlers({ stateful: true, baseUrl: 'https://shop.example.com/v1' }));
  const created = await pet.create({ body: { name: 'Tim', tag: null } });
  seen.created = { name: created.name, tag: created.tag, isFound: (await pet.get({ petId: created.id })).id === created.id };
  seen.listed = (await pet.list()).items.map(({ name }) => name);
  seen.replaced = (await pet.replace({ petId: created.id, body: { name: 'Jim' } })).name;
  await pet.delete({ petId: created.id });
  seen.deleted = [(await pet.list()).items, await pet.get({ petId: created.id }).catch(({ status }) => status)];
  return seen;
}
`;

interface Seen {
  readonly page: unknown;
  readonly events: readonly unknown[];
}

const expected = {
  again: true,
  // Pages after the first one have no items, so that programs which read all of them end.
  later: [[], []],
  photo: true,
  error: { status: 404, body: { message: 'No such pet' } },
  created: { name: 'Tim', tag: null, isFound: true },
  listed: ['Tim'],
  replaced: 'Jim',
  deleted: [[], 404],
};

const inNode = `${story}
import { setupServer } from 'msw/node';
const server = setupServer();
server.listen({ onUnhandledRequest: 'error' });
console.log(JSON.stringify(await story((...handlers) => server.resetHandlers(...handlers))));
server.close();`;

test('a client of the version is served by them, in Node', () => {
  const { page, events, ...seen } = JSON.parse(packages.run(inNode)) as Seen;
  expect(seen).toEqual(expected);
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ $id: 'shop', ...shop('2.0') });
  const isValid = (name: string, value: unknown) => ajv.validate({ $ref: `shop#/components/schemas/${name}` }, value);
  expect(isValid('PetPage', page)).toBe(true);
  expect(events).toHaveLength(2);
  for (const event of events) expect(isValid('Order', event)).toBe(true);
});

test.skipIf(missingBrowser())(
  'a client of the version is served by them, in a browser',
  async () => {
    const program = `${story}
import { setupWorker } from 'msw/browser';
const worker = setupWorker();
await worker.start({ onUnhandledRequest: 'bypass', quiet: true });
globalThis.results = await story((...handlers) => worker.resetHandlers(...handlers));`;
    const { page, events, ...seen } = (await inBrowser(packages.folder, program)) as Seen;
    expect(seen).toEqual(expected);
    // The same seed, the same data.
    expect({ page, events }).toEqual(
      ((all: Seen) => ({ page: all.page, events: all.events }))(JSON.parse(packages.run(inNode)) as Seen),
    );
  },
  60_000,
);

test('every operation has a handler whose response is valid, whatever its names are', () => {
  const printed = packages.run(`
import { getResponse } from 'msw';
const { handlers, mocks } = await import('@shop/mocks-v1.0');
const all = handlers();
const bodies = {};
for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 8])
  bodies[index] = await (await getResponse(all, new Request('https://any.example.com/hostile/' + index + '/a%2Fb'))).json();
console.log(JSON.stringify([Object.keys(mocks).length, all.length, bodies]));`);
  const [mocks, handlers, bodies] = JSON.parse(printed) as [number, number, Record<string, Record<string, string>>];
  expect(handlers).toBe(mocks);
  for (const body of Object.values(bodies)) for (const [name, value] of Object.entries(body)) expect(value).toBe(name);
  expect(Object.keys(bodies)).toHaveLength(9);
});

test('what does not fit the document does not compile', () => {
  expect(
    packages.errorsOf(`import { createPet, getPet, listPets } from '@shop/mocks-v2.0';
listPets({ body: { items: [] } });
getPet({ status: 404, body: { message: 'gone' } });
getPet(({ path, query }) => (path.petId === '7' ? { status: 404 } : query.has('x') ? Response.error() : undefined));
createPet(({ body }) => ({ body: { id: 1, name: body?.name ?? '', born: '2020-01-01' }, delay: 5 }));
listPets({ status: 500, body: { message: 'a default' } });
// @ts-expect-error a page is an object
listPets({ body: [] });
// @ts-expect-error the body of another status
getPet({ status: 404, body: { id: 1, name: 'Tom', born: '2020-01-01' } });
// @ts-expect-error no such status
getPet({ status: 418 });
// @ts-expect-error no such parameter
getPet(({ path }) => ({ body: path.id }));
// @ts-expect-error no such property
createPet(({ body }) => ({ body: { id: 1, name: 'a', born: body?.born ?? '' } }));
`),
  ).toBe('');
});

describe('the output', () => {
  test.each(['1.0', '2.0'])('of %s has no any', (version) => {
    expect(packages.declarationsOf('mocks', version).match(/\bany\b.*/g)).toBeNull();
  });

  test('of a second version is at most half as long', () => {
    const [first, second] = ['2.0', '1.0'].map((version) => packages.bytesOf('mocks', version));
    expect((second ?? 0) / (first ?? 0)).toBeLessThan(0.5);
  });
});

test('mistakes are named with their remedy', () => {
  const printed = packages.run(`
import { getResponse } from 'msw';
import { getPet, handlers } from '@shop/mocks-v2.0';
const messageOf = async (call) => { try { await call(); } catch (error) { console.log(error.message); } };
await messageOf(() => handlers({ baseUrl: '/v1' }));
await messageOf(() => getResponse([getPet({ status: 418 })], new Request('https://a.example.com/pets/1')));
`);
  expect(printed).toContain('baseUrl of mocks is no absolute URL: "/v1". Pass one such as \'https://example.com/v1\'.');
  expect(printed).toContain(
    'GetPet has no response 418. Declared are 200, 404; return a Response of your own for another one.',
  );
});
