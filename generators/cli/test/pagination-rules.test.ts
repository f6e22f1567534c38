/** The pages of operations as the configuration declares them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentOf, type JsonObject, type PaginationRule } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { declarePagination, versionsOf } from '../../overlay/index.js';
import { ladingIn } from './testing/lading-in.js';

const list = (id: string, more: JsonObject = {}): JsonObject => ({
  operationId: id,
  tags: ['books'],
  parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }],
  responses: {
    200: { description: '', content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } } },
  },
  ...more,
});

const document = (version = '1.0'): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Books', version },
  paths: {
    '/books': { get: list('listBooks') },
    '/shelves': { $ref: '#/components/pathItems/shelves' },
    '/links': { get: list('listLinks', { 'x-lading-pagination': { kind: 'link' } }) },
  },
  components: { pathItems: { shelves: { get: list('listShelves') } } },
});

const pages = { kind: 'page', parameter: 'page' } as const;
const paged = (...rules: readonly PaginationRule[]) => {
  const versions = versionsOf([documentOf('books.json', document())], []);
  const [version] = declarePagination(versions, rules);
  if (version === undefined) throw new Error('there is no version');
  const { operations } = normalize(version.document);
  return Object.fromEntries(operations.map(({ documentId, pagination }) => [documentId, pagination?.kind]));
};

it.each<[name: string, rules: readonly PaginationRule[], want: ReturnType<typeof paged>]>([
  [
    'by operation ID',
    [{ operations: { ids: ['listBooks'] }, pages }],
    { listBooks: 'page', listShelves: undefined, listLinks: 'link' },
  ],
  [
    'by path, also of a path item that is referred to',
    [{ operations: { paths: ['/shelves'] }, pages }],
    { listBooks: undefined, listShelves: 'page', listLinks: 'link' },
  ],
  [
    'by tag, before the declarations of the document',
    [{ operations: { tags: ['books'] }, pages }],
    { listBooks: 'page', listShelves: 'page', listLinks: 'page' },
  ],
  [
    'by the first rule that matches',
    [
      { operations: { ids: ['listLinks'] }, pages: false },
      { operations: { ids: ['list*'] }, pages },
    ],
    { listBooks: 'page', listShelves: 'page', listLinks: undefined },
  ],
])('%s', (_, rules, want) => {
  expect(paged(...rules)).toEqual(want);
});

it('a pattern that matches nothing is an error', () => {
  expect(() => paged({ operations: { ids: ['list*', 'get*'] }, pages })).toThrow(
    'The pattern "get*" matches no operation of any version (pagination/0/operations/ids)',
  );
});

const folder = temporaryFolder();

it('a declaration that does not fit an operation is an error that names it', async () => {
  writeFileSync(join(folder, 'books.json'), JSON.stringify(document()));
  const pagination = [{ operations: { ids: ['listBooks'] }, pages: { kind: 'page', parameter: 'number' } }];
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify({ documents: ['books.json'], pagination }));
  const { status, stderr } = await ladingIn(folder, 'generate', '--quiet');
  expect(status).not.toBe(0);
  expect(stderr).toContain('/paths/~1books/get/x-lading-pagination');
});

it('`lading diff` reports what a rule changes from version to version', async () => {
  const newer = document('1.1');
  (newer['paths'] as Record<string, JsonObject>)['/links'] = { get: list('listLinks') };
  writeFileSync(join(folder, 'books.json'), JSON.stringify(document()));
  writeFileSync(join(folder, 'newer.json'), JSON.stringify(newer));
  const pagination = [{ operations: { ids: ['listBooks'] }, pages }];
  const documents = ['books.json', 'newer.json'];
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify({ documents, pagination }));
  const { stdout } = await ladingIn(folder, 'diff', '1.0', '1.1');
  expect(stdout).toContain('changed from `{"kind":"link"}` to none.');
});
