/** The reference of an API shows what readers of other references asked for in public. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { folder } from '../harness/built-site.js';

interface Wish {
  readonly wish: string;
  readonly thread: string;
  readonly page: string;
  /** Texts that the page has in this order. */
  readonly shows?: readonly string[];
  /** Strings that the file of the page has. */
  readonly has?: readonly string[];
}

const file = new URL('../harness/reader-wishes.yaml', import.meta.url);
const { document, wishes } = parse(readFileSync(file, 'utf8')) as {
  readonly document: object;
  readonly wishes: readonly Wish[];
};
const out = join(folder, '..', 'wishes');

beforeAll(() => {
  mkdirSync(out, { recursive: true });
  const path = join(out, 'zoo.json');
  writeFileSync(path, JSON.stringify(document));
  const lading = join(createRequire(import.meta.url).resolve('lading/package.json'), '..', 'cli', 'lading.mjs');
  const args = [lading, 'docs', '--document', path, '--out', join(out, 'site')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
});

/** Returns the text of a page without spaces. */
function textOf(html: string): string {
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const text = main.replace(/<[^>]*>/g, '').replaceAll('&quot;', '"');
  return text.replace(/&#(?:x27|39);/g, "'").replace(/\s+/g, '');
}

test('20 wishes are known', () => expect(new Set(wishes.map(({ thread }) => thread))).toHaveProperty('size', 20));

test.each(wishes)('$wish', ({ page, shows = [], has = [] }) => {
  expect(shows.length + has.length).toBeGreaterThan(0);
  const html = readFileSync(join(out, 'site', page), 'utf8');
  const text = textOf(html);
  let at = 0;
  for (const each of shows.map((one) => one.replace(/\s+/g, ''))) {
    const found = text.indexOf(each, at);
    expect({ text: each, isShown: found >= 0 }).toEqual({ text: each, isShown: true });
    at = found + each.length;
  }
  expect(has.filter((each) => !html.includes(each))).toEqual([]);
});
