/** What a page says of its own version is correct, and no page shows a placeholder, an empty value, or a fact twice. */
import { expect, test } from 'vitest';
import { files, text } from '../harness/built-site.js';

const placeholder = /\{version\}|\[object Object\]|>(?:undefined|NaN)</;
const mark = /<a class="mark [^>]*>([^<]*)<\/a>/g;
const line = /<p class="(?:head|facts)">.*?<\/p>/gs;
const chip = /class="(?:fact|mark)[^>]*>(.*?)<\/(?:span|a)>/gs;

/** All texts of the site, read once. */
const findings = files()
  .filter((path) => /\.(html|md|txt)$/.test(path))
  .map((path) => {
    const content = text(path);
    const isPage = path.endsWith('.html');
    const version = /^v([^/]+)\//.exec(path)?.[1] ?? '';
    const inOwn = new RegExp(` in ${version}(?![.\\d])`);
    return {
      path,
      placeholders: placeholder.exec(content)?.slice() ?? [],
      ownBadges: isPage
        ? [...content.matchAll(mark)]
            .map(([, badge = '']) => badge)
            .filter((badge) => !badge.startsWith('deprecated') && inOwn.test(badge))
        : [],
      emptyCode: isPage && /<code(?: [^>]*)?>\s*<\/code>/.test(content),
      namesEmptyValue: content.includes('<code>""</code> <span class="quiet">empty</span>'),
      nullTwice: /or null(?:<\/a>)?\)? or null/.test(content),
      chipsTwice: isPage
        ? [...content.matchAll(line)].flatMap(([whole]) => {
            const chips = [...whole.matchAll(chip)].map(([, each = '']) => each);
            return chips.filter((each, at) => chips.indexOf(each) !== at);
          })
        : [],
    };
  });
const pathsWith = (matches: (finding: (typeof findings)[number]) => boolean) =>
  findings.filter(matches).map(({ path }) => path);

test('a badge says what is different in another version, not in that of the page', () =>
  expect(findings.flatMap(({ path, ownBadges }) => ownBadges.map((badge) => `${path}: ${badge}`))).toEqual([]));

test('no placeholder is left', () => expect(pathsWith(({ placeholders }) => placeholders.length > 0)).toEqual([]));

test('an empty value is named, and no code is empty', () => {
  expect(pathsWith(({ emptyCode }) => emptyCode)).toEqual([]);
  expect(pathsWith(({ namesEmptyValue }) => namesEmptyValue).length).toBeGreaterThan(50);
});

test('a type says once that it may be null', () => expect(pathsWith(({ nullTwice }) => nullTwice)).toEqual([]));

test('no line of facts has the same chip twice', () =>
  expect(findings.flatMap(({ path, chipsTwice }) => chipsTwice.map((each) => `${path}: ${each}`))).toEqual([]));
