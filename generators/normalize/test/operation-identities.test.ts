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
    ['before an added one', ['get_user /user'], ['getUser /me', 'get_user /user'], ['MeGet /me', 'UserGet /user']],
    [
      'in another order',
      ['get_user /user', 'getUser /me'],
      ['getUser /me', 'get_user /user'],
      ['MeGet /me', 'UserGet /user'],
    ],
    ['without the other operation', ['get_user /user', 'getUser /me'], ['getUser /me'], ['MeGet /me']],
    ['at another path', ['get_user /user'], ['getUser /me', 'get_user /users'], ['MeGet /me', 'UserGet /users']],
    ['with the same operationId twice', ['x /a', 'x /b'], ['x /b', 'x /a'], ['BGet /b', 'XGet /a']],
    ['made of the path', ['/a'], ['getA /b', '/a'], ['BGet /b', 'AGet /a']],
  ])('%s', (_title, older, newer, wanted) => {
    expect(idsOf(apiOf(newer, apiOf(older).operations))).toEqual(wanted);
  });

  it.each<readonly [string, OperationPaths, OperationPaths, readonly string[]]>([
    ['an operationId that was missing', ['/a'], ['list /a'], ['ListGet /a']],
    ['another operationId', ['one /a', 'two /b'], ['two /a', 'one /b'], ['TwoGet /a', 'OneGet /b']],
    ['another spelling', ['get_user /user'], ['getUser /user'], ['UserGet /user']],
  ])('but follows %s', (_title, older, newer, wanted) => {
    expect(idsOf(apiOf(newer, apiOf(older).operations))).toEqual(wanted);
  });
});
