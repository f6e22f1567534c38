/** Identifiers of operations that are spelled alike: they belong to the same operations in every version. */
import { describe, expect, it } from 'vitest';
import { documentOf } from '../../document/index.js';
import { normalize } from '../normalize.js';

/** Operations as `operationId path`, or a path alone. */
type OperationPaths = readonly string[];

const apiOf = (operations: OperationPaths, older?: Parameters<typeof normalize>[1]) => {
  const paths = operations.map((each) => {
    const [path = '', operationId] = each.split(' ').reverse();
    return [path, { get: { ...(operationId !== undefined && { operationId }), responses: { 204: {} } } }] as const;
  });
  return normalize(
    documentOf('a.json', { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: Object.fromEntries(paths) }),
    older,
  );
};
const idsOf = ({ operations }: ReturnType<typeof normalize>) => operations.map(({ id, path }) => `${id} ${path}`);

describe('an identifier stays in a newer version', () => {
  it.each<readonly [string, OperationPaths, OperationPaths, readonly string[]]>([
    ['before an added one', ['get_user /user'], ['getUser /me', 'get_user /user'], ['GetMe /me', 'GetUser /user']],
    [
      'in another order',
      ['get_user /user', 'getUser /me'],
      ['getUser /me', 'get_user /user'],
      ['GetMe /me', 'GetUser /user'],
    ],
    ['without the other operation', ['get_user /user', 'getUser /me'], ['getUser /me'], ['GetMe /me']],
    ['at another path', ['get_user /user'], ['getUser /me', 'get_user /users'], ['GetMe /me', 'GetUser /users']],
    ['with the same operationId twice', ['x /a', 'x /b'], ['x /b', 'x /a'], ['GetB /b', 'X /a']],
    ['made of the path', ['/a'], ['getA /b', '/a'], ['GetB /b', 'GetA /a']],
  ])('%s', (_title, older, newer, wanted) => {
    expect(idsOf(apiOf(newer, apiOf(older).operations))).toEqual(wanted);
  });

  it.each<readonly [string, OperationPaths, OperationPaths, readonly string[]]>([
    ['an operationId that was missing', ['/a'], ['list /a'], ['List /a']],
    ['another operationId', ['one /a', 'two /b'], ['two /a', 'one /b'], ['Two /a', 'One /b']],
    ['another spelling', ['get_user /user'], ['getUser /user'], ['GetUser /user']],
  ])('but follows %s', (_title, older, newer, wanted) => {
    expect(idsOf(apiOf(newer, apiOf(older).operations))).toEqual(wanted);
  });
});

/** The operations as `operationId path tag`, and their groups and methods. */
const methodsOf = (operations: readonly string[], older?: Parameters<typeof normalize>[1]) => {
  const paths = operations.map((each) => {
    const [operationId, path = '', ...tag] = each.split(' ');
    const tags = tag.length === 0 ? {} : { tags: [tag.join(' ')] };
    return [path, { get: { ...(operationId !== '-' && { operationId }), ...tags, responses: {} } }] as const;
  });
  const api = normalize(
    documentOf('a.json', { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: Object.fromEntries(paths) }),
    older,
  );
  return { methods: api.operations.map(({ noun, verb }) => `${noun}.${verb}`), operations: api.operations };
};

describe('the method of an operation', () => {
  it.each<readonly [string, readonly string[], readonly string[]]>([
    [
      'is less the group, in singular',
      ['sendInvoice /a Invoices', 'findInvoiceById /b Invoices'],
      ['invoices.send', 'invoices.findById'],
    ],
    ['is less the group, in plural', ['listPets /a pet', 'boxes_list /b Box'], ['pet.list', 'box.list']],
    ['is less the group of several words', ['StoreOrders.Create /a Store Orders'], ['storeOrders.create']],
    [
      'is less a controller',
      ['UsersController_updateMe /a Users', 'UsersController_getUser /users'],
      ['users.updateMe', 'users.get'],
    ],
    [
      'is the whole where nothing would be left',
      ['login /a Auth', 'auth /b Auth', 'invoice2 /c invoice'],
      ['auth.login', 'auth.auth', 'invoice.invoice2'],
    ],
    [
      'is made of method and path',
      ['- /pets/{id}', '- /pets', '- /', '- /{a}'],
      ['pets.getId', 'pets.get', 'common.get', 'common.getA'],
    ],
    [
      'has the path for a group without tags',
      ['sendInvoice /invoices/send', 'pay /{a}/bills'],
      ['invoices.send', 'bills.pay'],
    ],
    [
      'has abbreviations in lower case only in front',
      ['getURLs /a API Keys', 'URLGet /b API Keys', 'LIST_ALL /c API Keys'],
      ['apiKeys.getURLs', 'apiKeys.urlGet', 'apiKeys.listAll'],
    ],
    [
      'hides no member of a client',
      ['then /a version', 'toString /b call', 'constructor /c __proto__'],
      ['version_.then_', 'call_.toString_', 'proto.constructor_'],
    ],
    ['is an identifier', ['2fa /a 3d', '名前 /b 表', '- /%7B-%7D'], ['_3d._2fa', '表.名前', '_7b7d.get']],
    [
      'is unique in its group',
      ['getPet /a pet', 'getPets /b pet', 'get_pet /c pet', 'getPet /d Pet', 'get /e store'],
      ['pet.get', 'pet.getPets', 'pet.getPet', 'pet.getD', 'store.get'],
    ],
  ])('%s', (_title, operations, wanted) => {
    expect(methodsOf(operations).methods).toEqual(wanted);
  });

  it('stays in a newer version, wherever it adds an operation', () => {
    const older = methodsOf(['getPet /a pet', '- /pet/{id}']);
    expect(
      methodsOf(['getPets /z pet', '- /pet/id', 'getPet /a pet', '- /pet/{id}'], older.operations).methods,
    ).toEqual(['pet.getPets', 'pet.getPetId', 'pet.get', 'pet.getId']);
  });

  it('keeps the operationId of both operations that have it', () => {
    expect(methodsOf(['x /a', 'x /b']).operations.map(({ id, documentId }) => [id, documentId])).toEqual([
      ['X', 'x'],
      ['GetB', 'x'],
    ]);
  });
});

it('eight thousand operations with equal names have one each, in linear time', () => {
  const marks = Array.from({ length: 1 << 13 }, (_, index) => index.toString(2).padStart(13, '0'));
  const start = process.cpuUsage();
  const ids = apiOf(marks.map((bits) => `/a${bits.replaceAll('0', '-').replaceAll('1', '_')}`)).operations.map(
    ({ id }) => id,
  );
  const { user, system } = process.cpuUsage(start);
  expect(new Set(ids).size).toBe(1 << 13);
  expect(ids.at(-1)).toBe(`GetA${1 << 13}`);
  expect((user + system) / 1000).toBeLessThan(5000);
});
