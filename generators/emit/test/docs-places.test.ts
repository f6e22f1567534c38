/** The Markdown of schemas is in files of their groups, which are split by the beginnings of names. */
import { describe, expect, it } from 'vitest';
import { markdownPlaces } from '../docs/markdown/places.js';
import type { Page } from '../docs/page.js';
import { color, document, files, size } from './testing/boxes.js';

const schemas = (names: readonly string[]) =>
  names.map(
    (name) => ({ kind: 'schema', path: `schemas/${name}`, name, title: name, group: 'box' }) as unknown as Page,
  );

const many = (start: string, count: number) => Array.from({ length: count }, (_, at) => `${start}${at}`);

describe('the file of a schema', () => {
  it('is that of its group, with its name as the anchor', () => {
    const places = markdownPlaces(schemas(many('Lid', 150)));
    expect(new Set([...places.values()].map(({ file }) => file))).toEqual(new Set(['schemas/box']));
    expect(places.get('schemas/Lid7')?.anchor).toBe('Lid7');
  });

  it('is that of the beginning of its name in a large group, and remains with a further schema', () => {
    const names = [...many('Lid', 90), ...many('lock', 90), ...many('Tape', 5), 'L'];
    const places = markdownPlaces(schemas(names));
    expect(['L', 'Lid3', 'lock3', 'Tape3'].map((name) => places.get(`schemas/${name}`)?.file)).toEqual([
      'schemas/box.l',
      'schemas/box.li',
      'schemas/box.lo',
      'schemas/box.t',
    ]);
    const more = markdownPlaces(schemas([...names, 'Latch']));
    for (const [path, place] of places) expect(more.get(path)).toEqual(place);
  });

  it('has every schema whose name differs from the others in its case alone', () => {
    const names = Array.from({ length: 256 }, (_, at) =>
      [...'abcdefgh'].map((letter, bit) => ((at >> bit) & 1 ? letter.toUpperCase() : letter)).join(''),
    );
    expect(new Set([...markdownPlaces(schemas(names)).values()].map(({ file }) => file)).size).toBe(1);
  });
});

it('links to the packages of other versions lead to the anchors of their files', async () => {
  const all = await files([document('1.9', { Color: color, Size: size })], [document('1.4', { Color: color }), '1.9']);
  const older = all.get('v1.4/docs/gen/schemas/box.md') ?? '';
  expect(older).toContain('same in version [1.9](../../../../v1.9/docs/gen/schemas/box.md).');
  expect(older).toContain('<a id="Lid"></a>\n\n## Lid');
  expect(older).not.toContain('## Box\n');
  expect(all.get('v1.4/docs/gen/index.md')).toContain('- [Box](../../../v1.9/docs/gen/schemas/box.md#Box)');
  expect(all.get('v1.9/docs/gen/schemas/box.md')).toContain('[Lid](#Lid)');
});
