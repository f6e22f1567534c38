/** The calls of the pet shop's client that tests make, and what they return. */

export interface PetShopModule {
  readonly createClient: (options: object) => PetShop;
}

interface PetShop {
  readonly pet: Readonly<Record<'list' | 'add' | 'get' | 'update' | 'label', (input?: object) => Promise<unknown>>>;
  readonly photo: {
    add(input: object): Promise<void>;
    get(input: object): Promise<{ bytes(): Promise<Uint8Array> }>;
  };
}

export const auth = { key: 'k', user: { username: 'me', password: 'secret' } };

/** Every feature of the document: styles, cookies, security, bodies. */
export const calls: Readonly<Record<string, (shop: PetShop) => Promise<unknown>>> = {
  'no parameters': ({ pet }) => pet.list(),
  'parameters of every style': ({ pet }) =>
    pet.list({
      tags: ['a b', 'c&d'],
      ids: [1, 2],
      sizes: [3, 4],
      filter: { name: 'Tom', color: 'red' },
      session: 's',
      'X-Trace': ['x', 'y'],
    }),
  JSON: ({ pet }) => pet.add({ body: { name: 'Tom', age: 1.5, tags: ['a'] } }),
  'basic authentication': ({ pet }) => pet.get({ id: 5 }),
  'a form': ({ pet }) => pet.update({ id: 5, body: { name: 'Tom & Jerry', age: 2 } }),
  'label and matrix': ({ pet }) => pet.label({ label: ['a', 'b'], matrix: [1, 2] }),
  multipart: ({ photo }) => photo.add({ id: 5, body: { title: 'Tom', size: 3, file: new Uint8Array([1, 2, 3]) } }),
};
