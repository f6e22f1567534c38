/** A journey sees neither the repository nor its environment, follows pages word by word, and fails when they are wrong. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../run/steps.mjs';
import { readJourneys, steps, type } from '../harness/journey.mjs';
import { journeys, sampleOf } from '../harness/journeys.mjs';
import { blocksIn } from '../harness/page.mjs';
import { hidingError, Traveller } from '../harness/traveller.mjs';

const missing = hidingError();
if (missing !== undefined) console.warn(`SKIPPED: ${missing}`);

describe.skipIf(missing !== undefined)('a traveller', () => {
  let traveller: Traveller;
  beforeEach(() => {
    traveller = new Traveller({ registry: 'http://127.0.0.1:9/' });
  });
  afterEach(() => traveller.remove());

  it('has no access to the repository: not by its path, a link, or a module', async () => {
    const outside = mkdtempSync('/var/tmp/lading-link-');
    symlinkSync(root, join(outside, 'link'));
    for (const planted of [
      `cat ${root}/package.json`,
      `cat ${outside}/link/package.json`,
      `node ${root}/generators/cli/lading.mjs --version`,
      `node -e "require('${root}/node_modules/semver')"`,
      `touch ${root}/planted`,
    ])
      expect(await traveller.type(planted), planted).toMatchObject({ status: expect.any(Number) as number });
    expect(traveller.log.match(/No such file|Cannot find module|Read-only file system/g)).toHaveLength(5);
    rmSync(outside, { recursive: true });
  });

  it('has no variables of this process', async () => {
    process.env['NODE_PATH'] = join(root, 'node_modules');
    const { output } = await traveller.type(`node -p "Object.keys(process.env).sort().join()"`);
    delete process.env['NODE_PATH'];
    expect(output).toBe('HOME,LANG,PATH,PWD,SHLVL,_\n');
  });

  it('has a folder /tmp of its own, which stays from command to command', async () => {
    const name = `lading-journey-${process.pid}`;
    writeFileSync(join('/tmp', name), 'of another program');
    await traveller.type(`test ! -e /tmp/${name} && echo mine > /tmp/${name}`);
    expect((await traveller.type(`cat /tmp/${name}`)).output).toBe('mine\n');
    expect(readFileSync(join('/tmp', name), 'utf8')).toBe('of another program');
    rmSync(join('/tmp', name));
  });

  it('stays in the folder into which a command changed', async () => {
    await traveller.type('mkdir -p a/b && cd a/b');
    expect((await traveller.type('basename "$PWD"')).output).toBe('b\n');
  });

  it('fails where a command fails, or prints something else', async () => {
    await expect(type(traveller, 'false')).rejects.toThrow('ended with 1');
    await expect(type(traveller, 'echo 1; false; echo 2')).rejects.toThrow('ended with 1');
    await expect(type(traveller, 'echo ab', 'ac')).rejects.toThrow('and not\nac');
    await type(traveller, 'echo ab; echo c; echo d', 'a…\n…\nd');
  });

  it('cannot follow a section that a page does not have', async () => {
    const step = steps['follow']!(traveller, { follow: ['README.md', 'Their own API'] });
    await expect(step).rejects.toThrow('has no code below the heading');
  });
});

it('reads commands, files and stated output of a page', () => {
  const text = '<!-- prints:\n1\n-->\n\n```sh\nnpx one\n```\n\n```ts two.ts\nx;\n```\n';
  expect(blocksIn(text)).toEqual([
    { language: 'sh', file: undefined, content: 'npx one\n', prints: '1' },
    { language: 'ts', file: 'two.ts', content: 'x;\n', prints: undefined },
  ]);
});

it('makes a journey of each row, with its names in every text', () => {
  const text = `
names: { greeting: 'Hello {who}' }
journeys: [{ each: [{ name: a, who: you }, { name: b, who: them }], steps: [[{ run: 'echo {greeting} {else}' }], { prints: '{who}' }] }]`;
  const rows = readJourneys(text, {}, (row) => row as never);
  expect(rows.map(({ name, steps: [first, second] }) => [name, first, second])).toEqual([
    ['a', { run: 'echo Hello you {else}' }, { prints: 'you' }],
    ['b', { run: 'echo Hello them {else}' }, { prints: 'them' }],
  ]);
});

it('a sample has the fixed journeys and those that the seed draws', () => {
  const subjects = Array.from({ length: 20 }, (_, index) => ({
    name: `${index}`,
    about: '',
    steps: [],
    ...(index < 4 && { fixed: true as const }),
  }));
  const names = (seed: number) => sampleOf(subjects, 2, seed).map(({ name }) => name);
  expect(names(7)).toEqual(names(7));
  expect(names(7)).toHaveLength(6);
  expect(names(7).slice(0, 4)).toEqual(['0', '1', '2', '3']);
  // Each is drawn by some seed.
  expect(new Set(Array.from({ length: 200 }, (_, seed) => names(seed)).flat())).toHaveProperty('size', 20);
});

it('journeys have names of their own', () => {
  expect(new Set(journeys.map(({ name }) => name)).size).toBe(journeys.length);
});
