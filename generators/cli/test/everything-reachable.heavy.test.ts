/** Whatever a document contains is on a page of its reference that links lead to, and in the Markdown. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { expect, inject, it } from 'vitest';
import { namesIn } from '../../testing/names-in.js';
import { markdownOf, reachablePages } from '../../testing/site-pages.js';
import { drawnDocument } from './testing/drawn-document.js';
import { ladingIn } from './testing/lading-in.js';

const isBuilt = existsSync(new URL('../../../packages/docs/dist/index.js', import.meta.url));
const folder = temporaryFolder();

/** Writes the reference of a document. @returns all text of its pages, and all of its Markdown */
async function referenceOf(document: string): Promise<{ readonly html: string; readonly markdown: string }> {
  const site = temporaryFolder(folder);
  writeFileSync(join(folder, 'api.yaml'), document);
  const { status, stderr } = await ladingIn(folder, 'docs', '--document', 'api.yaml', '--out', site);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const found = { html: [...reachablePages(site).values()].join('\n'), markdown: markdownOf(site) };
  return found;
}

/** Returns the words that a text lacks. The first letter of an identifier may be a capital. */
function missing(words: readonly string[], text: string): readonly string[] {
  const lower = text.toLowerCase();
  return words.filter((word) => !lower.includes(word.toLowerCase()));
}

it.skipIf(!isBuilt)('of every drawn document', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(drawnDocument, async ({ document, words }) => {
      const { html, markdown } = await referenceOf(JSON.stringify(document));
      expect({ html: missing(words, html), markdown: missing(words, markdown) }).toEqual({ html: [], markdown: [] });
    }),
    { seed: inject('seed'), numRuns: inject('isFullRun') ? 200 : 15 },
  );
});

const documents = ['examples/kiosk', 'testing/documents/every-feature', 'testing/documents/boxes-openapi-3.0'];

it.skipIf(!isBuilt).each(documents)('by name, of %s.yaml', async (path) => {
  const document = readFileSync(new URL(`../../${path}.yaml`, import.meta.url), 'utf8');
  const names = namesIn(load(document));
  expect(names.length).toBeGreaterThan(0);
  const { html, markdown } = await referenceOf(document);
  expect({ html: missing(names, html), markdown: missing(names, markdown) }).toEqual({ html: [], markdown: [] });
});
