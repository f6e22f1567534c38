/** The page of a resource group: its title and text, its operations, and the operations that its version lacks. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import type { GroupPage } from '../docs/index.js';
import { color, document, files, page, text } from './testing/boxes.js';

const tags = [
  { name: 'Box', 'x-displayName': 'Boxes', description: 'Things that hold things.' },
  { name: 'Shelf', description: 'Storage for boxes.' },
];
// Numeric keys would be in order without sorting.
const responses = { default: { description: 'Shut.' }, '2XX': { description: 'Done.' } };
const operation = (operationId: string, tag: string) => ({ operationId, tags: [tag], responses });

/** Returns a document with two interleaved groups; the older version lacks an operation and a parameter. */
function boxes(version: string, post: JsonObject, more: JsonObject = {}) {
  const { root, ...rest } = document(version, { Color: color }, post);
  const paths = {
    ...(root['paths'] as JsonObject),
    '/shelves': { get: operation('ShelfList', 'Shelf') },
    ...more,
    '/burnt': { post: operation('BoxBurn', 'Box') },
  };
  return { ...rest, root: { ...root, tags, paths } };
}

const newer = boxes('1.9', {}, { '/opened': { post: operation('BoxOpen', 'Box') } });
const older = boxes('1.4', { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] });

it('has the title and description of its tag, by default the name of the tag', async () => {
  const all = await files([newer]);
  expect(page<GroupPage>(all, '1.9', 'groups/box')).toMatchObject({
    kind: 'group',
    path: 'groups/box',
    title: 'Boxes',
    about: 'Things that hold things.',
  });
  expect(page<GroupPage>(all, '1.9', 'groups/shelf')).toMatchObject({ title: 'Shelf', about: 'Storage for boxes.' });
  expect(all.get('v1.9/docs/gen/groups/box.md')).toMatch(/^# Boxes\n\nThings that hold things\.\n/m);
});

it('contains its operations in the order of the document, with responses sorted by status', async () => {
  const all = await files([newer]);
  const { operations } = page<GroupPage>(all, '1.9', 'groups/box');
  expect(operations.map((one) => one.id)).toEqual(['BoxPut', 'BoxOpen', 'BoxBurn']);
  expect(operations.map(({ responses }) => responses.map(({ status }) => status))).toEqual([
    ['200', '404'],
    ['2XX', 'default'],
    ['2XX', 'default'],
  ]);
  expect(page<GroupPage>(all, '1.9', 'groups/shelf').operations.map((one) => one.id)).toEqual(['ShelfList']);
  const headings = all.get('v1.9/docs/gen/groups/box.md')?.match(/^## .*$/gm);
  expect(headings).toEqual(['## BoxPut', '## BoxOpen', '## BoxBurn']);
});

it('lists missing elements: an operation on the page, a parameter with its operation', async () => {
  const all = await files([newer], [older, '1.9']);
  const { missing, operations } = page<GroupPage>(all, '1.4', 'groups/box');
  expect(missing.map(({ name }) => name)).toEqual(['BoxOpen']);
  expect(operations.map((one) => [one.id, one.missing.map(({ name }) => name)])).toEqual([
    ['BoxPut', ['name']],
    ['BoxBurn', []],
  ]);
  expect(page<GroupPage>(all, '1.9', 'groups/box').missing).toEqual([]);
  const markdown = all.get('v1.4/docs/gen/groups/box.md');
  expect(markdown?.split('### Not in this version of BoxPut')[1]).toMatch(/^\s+[^#]*`name`/);
  expect(markdown?.split('## Not in this version\n')[1]).toMatch(/^\s+[^#]*`BoxOpen`/);
});

it('shows the samples of its document unchanged', async () => {
  const source = 'curl https://boxes.example/{version}/boxes';
  const all = await files([boxes('1.9', { 'x-codeSamples': [{ lang: 'sh', source }] })]);
  expect(page<GroupPage>(all, '1.9', 'groups/box').operations[0]?.code.samples).toMatchObject([{ text: source }]);
  expect(all.get('v1.9/docs/gen/groups/box.md')).toContain(`\`\`\`sh\n${source}\n\`\`\``);
});

it('shows the only example of an error, and leaves that of a success to the sample', async () => {
  const json = (example: JsonObject) => ({ content: { 'application/json': { schema: { type: 'object' }, example } } });
  const post = {
    responses: {
      '201': { description: 'Done.', ...json({ id: 1 }) },
      '404': { description: 'None.', ...json({ message: 'no such box' }) },
    },
  };
  const all = await files([boxes('1.9', post)]);
  const { operations } = page<GroupPage>(all, '1.9', 'groups/box');
  const shown = operations.flatMap(({ responses: of }) =>
    of.flatMap(({ status, content }) => content.map(({ examples }) => [status, examples] as const)),
  );
  expect(shown).toEqual(
    expect.arrayContaining([
      ['201', undefined],
      ['404', [{ name: 'example', value: { message: 'no such box' } }]],
    ]),
  );
  expect(all.get('v1.9/docs/gen/groups/box.md')).toContain('no such box');
});
