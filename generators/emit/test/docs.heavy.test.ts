/** The reference: the content of its pages, the pages of each version, and the safety of their text. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import type { ChangesPage, GroupPage, PageList, SchemaPage } from '../docs/index.js';
import { color, document, files, newer, older, page, reference, schema, size, text } from './testing/boxes.js';
import { unsafeMarkdown } from './testing/markdown.js';

describe('a page', () => {
  it('shows the call of an operation with curl, client and server', async () => {
    const [operation] = page<GroupPage>(await files([newer]), '1.9', 'groups/box').operations;
    expect(operation?.code.curl).toContain("'http://localhost/boxes/");
    expect(operation?.code.client).toContain('await client.box.put({');
    expect(operation?.code.server).toContain("put: async ({ path, query, body }) => ({ Name: 'example' })");
    expect(operation?.responses.map(({ anchor }) => anchor)).toEqual(['BoxPut.200', 'BoxPut.404']);
  });

  it('describes the type, constraints, values and versions of a field', async () => {
    const { fields, usedBy } = page<SchemaPage>(await files([newer]), '1.9', 'schemas/Lid');
    expect(fields).toMatchObject([
      {
        anchor: 'Lid.Color',
        required: false,
        enum: { values: [{ value: 'red', description: 'like a rose' }, { value: 'blue' }] },
      },
      { anchor: 'Lid.Size', bounds: ['at least 1', 'at most 9'], since: '1.5', description: 'How wide it is.' },
    ]);
    expect(usedBy.operations).toEqual([{ text: 'BoxPut', link: 'groups/box#BoxPut' }]);
  });

  it('is the same in Markdown', async () => {
    const markdown = (await files([newer])).get('v1.9/docs/gen/schemas/box.md');
    expect(markdown).toContain('`Size`, integer. How wide it is. Constraints: at least 1, at most 9. Since 1.5.');
    expect(markdown).toContain('  - `"red"`: like a rose');
  });
});

it('states the version that introduced a response or a media type, in both versions', async () => {
  const media = { schema: text, 'x-lading-since': '1.6' };
  const responses = {
    '200': { description: 'It fits.', content: { 'text/plain': { schema: text }, 'text/csv': media } },
    '409': { description: 'Shut.', 'x-lading-since': '1.7' },
  };
  const { '200': fits } = responses;
  const without = { '200': { ...fits, content: { 'text/plain': { schema: text } } } };
  const all = await files(
    [document('1.9', { Color: color }, { responses })],
    [document('1.4', { Color: color }, { responses: without }), '1.9'],
  );
  const [here] = page<GroupPage>(all, '1.9', 'groups/box').operations;
  expect(here?.responses.map(({ since, content }) => [since, content.map((each) => each.since)])).toEqual([
    [undefined, [undefined, '1.6']],
    ['1.7', []],
  ]);
  expect(all.get('v1.9/docs/gen/groups/box.md')).toContain('`text/csv`: string. Since 1.6.');
  const [there] = page<GroupPage>(all, '1.4', 'groups/box').operations;
  const missing = there?.missing.map(({ name, marks }) => [name, marks.map((mark) => mark.text)]).sort();
  expect(missing).toEqual([
    ['200 text/csv', ['since 1.6']],
    ['409', ['since 1.7']],
  ]);
});

describe('a version that extends another', () => {
  it('contains the pages that differ, and lists all', async () => {
    const all = await files([newer], [older, '1.9']);
    const { pages } = JSON.parse(all.get('v1.4/docs/gen/index.json') ?? '') as PageList;
    const own = pages.filter((entry) => entry.package === '@lading/docs-v1.4').map(({ path }) => path);
    expect(own.filter((path) => path.startsWith('schemas/'))).toEqual(['schemas/Lid']);
    expect(pages.find(({ path }) => path === 'schemas/Box')?.package).toBe('@lading/docs-v1.9');
    expect(page(all, '1.4', 'schemas/Box')).toBeNull();
    expect(all.get('v1.4/docs/gen/schemas/box.md')).not.toContain('## Box\n');
  });

  it.each([
    ['older', older, newer, '1.4', '1.9'],
    ['newer', newer, older, '1.9', '1.4'],
  ] as const)('marks differences in place, if it is the %s one', async (_name, one, base, version, other) => {
    const all = await files([base], [one, other]);
    const lid = page<SchemaPage>(all, version, 'schemas/Lid');
    const { groups, from, to } = page<ChangesPage>(all, version, 'changes');
    expect([from, to]).toEqual(['1.4', '1.9']);
    const marks = [...lid.fields, ...lid.missing].flatMap((entry) =>
      entry.marks.map(({ text: words, change }) => [entry.anchor, words, change]),
    );
    expect(marks.sort()).toEqual([
      ['Lid.Former', 'until 1.9 or earlier', 'changes#Lid.Former-removed'],
      ['Lid.Size', 'since 1.5', 'changes#Lid.Size-added'],
    ]);
    expect(lid.missing.map(({ anchor }) => anchor)).toEqual([version === '1.4' ? 'Lid.Size' : 'Lid.Former']);
    expect(groups.flatMap(({ changes }) => changes.map(({ anchor, link }) => [anchor, link])).sort()).toEqual([
      ['Lid.Former-removed', 'schemas/Lid#Lid.Former'],
      ['Lid.Size-added', 'schemas/Lid#Lid.Size'],
    ]);
  });

  it('knows the version that made a change if none lies between', async () => {
    const all = await files([newer], [document('1.10', { Color: color }), '1.9']);
    const { missing } = page<SchemaPage>(all, '1.10', 'schemas/Lid');
    expect(missing.flatMap(({ anchor, marks }) => marks.map((mark) => [anchor, mark.text]))).toEqual([
      ['Lid.Size', 'until 1.10'],
    ]);
  });

  it('changes no byte of the extended version', async () => {
    const alone = await files([newer]);
    const together = await files([newer], [older, '1.9'], [document('2.0', { Color: color }), '1.9']);
    expect([...alone].filter(([path, content]) => together.get(path) !== content)).toEqual([]);
  });

  it('without a difference contains only the pages with its version number', async () => {
    const all = await files([newer], [document('1.8', { Color: color, Size: size }), '1.9']);
    const own = [...all.keys()].filter((path) => path.startsWith('v1.8/docs/gen/pages/'));
    expect(own.map((path) => path.slice('v1.8/docs/gen/pages/'.length))).toEqual(['index.json', 'changes.json']);
  });
});

it('has the same bytes on every run', async () => {
  expect(await files([newer], [older, '1.9'])).toEqual(await files([newer], [older, '1.9']));
});

describe('untrusted text of a document', () => {
  const evil = [
    '<script>planted()</script>',
    'a `b\n\nc ` <img src=x onerror=planted()> ` d',
    '[here](javascript:planted()) and [there](data:text/html,planted)',
    '[a](\njavascript:planted())',
    '[b]: javascript:planted()\n\n[b]',
    '[c]:\njavascript:planted()\n\n[c]',
    '[d](java&Tab;script:planted())',
    '[e](%6aavascript:planted())',
    '![f](http://example.com/seen.png)',
    '```\n<b>\n```\n<script>planted()</script>',
    '- ```\n<script>planted()</script>',
    '<!-- --><svg onload=planted()>',
    '\\<b>\\\\<script>planted()</script>',
    '{{planted}} {{{planted}}} {{#each planted}}',
    '| a | b |\n--- | ---',
    '](x](javascript:planted())',
    '[g](<javascript:planted()>)',
    '<javascript:planted()>',
  ];

  it.each(evil)('%j is text in Markdown', async (value) => {
    const described = { type: 'string', description: value, title: value, 'x-lading-deprecated-use': value };
    const all = await files([
      document('1.9', { Color: described, [value]: text }, { summary: value, description: value }),
    ]);
    const wrong = [...all].filter(([path]) => path.endsWith('.md')).flatMap(([, content]) => unsafeMarkdown(content));
    expect(wrong).toEqual([]);
  });

  it.each([...evil, "'; planted; '", '$(planted) `planted` \\', '\n', "'\n'"])(
    '%j is one argument of the command',
    async (value) => {
      const all = await files([document('1.9', { Color: { type: 'string', example: value } })]);
      const { code, examples } = page<GroupPage>(all, '1.9', 'groups/box').operations[0] ?? {};
      const script = `curl() { printf '%s\\0' "$@"; }\n${code?.curl ?? ''}`;
      const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8', env: { PATH: '' } });
      expect(stderr).toBe('');
      const words = stdout.split('\0');
      expect(words.slice(0, 2)).toEqual(['-X', 'POST']);
      expect(words).toHaveLength(8);
      expect(examples?.request?.body).toEqual({ Color: value });
      expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual({ Color: value });
    },
  );
});

it('gives each name a unique page and anchor, whatever characters it has', async () => {
  const odd = [
    'a/b',
    'c.d',
    'e~f',
    'g h',
    '../up',
    'con',
    'Lid2',
    'LID2',
    'lid2',
    'é',
    '__proto__',
    'constructor',
    'x'.repeat(400),
  ];
  const schemas = Object.fromEntries(
    odd.map((name) => [name, schema({ Name: text, 'a.b': text, 'a/b': text, 'a b': text })]),
  );
  const root = document(
    '1.9',
    Object.fromEntries(
      odd.map((name, index) => [`F${index}`, reference(name.replaceAll('~', '~0').replaceAll('/', '~1'))]),
    ),
  );
  const all = await files([
    {
      ...root,
      root: {
        ...root.root,
        components: { schemas: { ...((root.root['components'] as JsonObject)['schemas'] as JsonObject), ...schemas } },
      },
    },
  ]);
  const { pages } = JSON.parse(all.get('v1.9/docs/gen/index.json') ?? '') as PageList;
  const paths = pages.map(({ path }) => path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
  // File systems limit a name to 255 bytes.
  expect(paths.filter((path) => !/^[\w~-]+(\/[\w~-]{1,200})?$/.test(path))).toEqual([]);
});

it('gives the page of a group a safe name, and links to it', async () => {
  // The tag is `con`, which is not a valid file name on every system.
  const all = await files([document('1.9', { Color: color }, { tags: ['con'] })]);
  const [con] = page<GroupPage>(all, '1.9', 'groups/con~').operations;
  expect(con?.anchor).toBe('BoxPut');
  const { usedBy, group } = page<SchemaPage>(all, '1.9', 'schemas/Lid');
  expect(usedBy.operations).toEqual([{ text: 'BoxPut', link: 'groups/con~#BoxPut' }]);
  expect(group).toBe('con~');
  expect(all.get('v1.9/docs/gen/index.md')).toContain('(groups/con~.md)');
});
