/** Every link and every anchor of both versions has an existing target. */
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, pages, text } from '../harness/built-site.js';
import { attribute, elements } from '../harness/html.js';

const existingFiles = new Set(files());
const ids = new Map(pages().map((path) => [path, elements(path).flatMap((element) => attribute(element, 'id') ?? [])]));
const addresses = [...ids.keys()].flatMap((path) =>
  elements(path).flatMap((element) => {
    const address = attribute(element, 'href') ?? attribute(element, 'src');
    return address === undefined ? [] : [{ path, address }];
  }),
);

test('there are many links', () => expect(addresses.length).toBeGreaterThan(20_000));

test('every link within the site leads to a file, and its anchor to an element', () => {
  const sets = new Map([...ids].map(([path, own]) => [path, new Set(own)]));
  const broken = addresses.filter(({ path, address }) => {
    if (/^https?:/.test(address)) return false;
    const [file = '', anchor = ''] = address.split('#');
    const target = file === '' ? path : posix.join(posix.dirname(path), file.split('?')[0] ?? '');
    return !existingFiles.has(target) || (anchor !== '' && !sets.get(target)?.has(decodeURIComponent(anchor)));
  });
  expect(broken).toEqual([]);
});

test('external links use http or https', () => {
  const strange = addresses.filter(({ address }) => /^[a-z][\w+.-]*:/i.test(address) && !/^https?:\/\//.test(address));
  expect(strange).toEqual([]);
});

test('an anchor is unique on its page', () => {
  const twice = [...ids].flatMap(([path, own]) =>
    own.filter((id, at) => own.indexOf(id) !== at).map((id) => `${path}#${id}`),
  );
  expect(twice).toEqual([]);
});

describe('the Markdown files and lists', () => {
  const texts = files().filter((path) => /\.(md|txt)$/.test(path) && path !== 'robots.txt');
  const anchors = new Map(
    texts.map((path) => [path, new Set([...text(path).matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id))]),
  );

  test('include a file for each operation, and one of everything', () => {
    expect(texts).toEqual(
      expect.arrayContaining(['llms.txt', 'v1.41/llms-full.txt', 'v1.41/operations/ContainerCreate.md']),
    );
  });

  test('link only to files and anchors that exist', () => {
    const broken = texts.flatMap((path) =>
      [...text(path).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, address = '']) => {
        if (/^https?:/.test(address)) return [];
        const [file = '', anchor = ''] = address.split('#');
        const target = file === '' ? path : posix.join(posix.dirname(path), file);
        const targetIds = anchors.get(target);
        const isAnchor = anchor === '' || targetIds === undefined || targetIds.has(decodeURIComponent(anchor));
        return existingFiles.has(target) && isAnchor ? [] : [`${path}: ${address}`];
      }),
    );
    expect(broken).toEqual([]);
  });
});
