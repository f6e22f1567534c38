/** A page of an operation says of a body that is one of several what else it may be. */
import { expect, test } from 'vitest';
import { attribute, BuiltSite, textOf } from './testing/built-site.js';
import { field, group, index, operation, schema, source } from './testing/kiosk.js';

const link = (text: string) => ({ text, link: `schemas/${text}` });

function optionsAt(type: readonly unknown[], more: readonly ReturnType<typeof schema>[]) {
  const content = [{ anchor: 'TicketBuy.body.json', marks: [], mediaType: 'application/json', type }];
  const body = { anchor: 'TicketBuy.body', required: true, content, rules: [], marks: [] };
  const pages = [schema('Adult', [field('Adult.Name')]), schema('Child', [field('Child.Age')]), ...more];
  const site = new BuiltSite([
    source('1.0', [index, group([operation('TicketBuy', 'POST', '/tickets', { body })]), ...pages]),
  ]);
  const all = site.elements('v1.0/operations/TicketBuy.html');
  const at = all.find((element) => attribute(element, 'id') === 'TicketBuy.body.json');
  const text = at === undefined ? '' : textOf(at).replace(/\s+/g, ' ');
  return { text, options: all.flatMap((element) => attribute(element, 'data-option') ?? []) };
}

const union = (name: string, ...type: readonly unknown[]) =>
  schema(name, [], { schema: 'union', type, rules: ['The property `kind` states the schema.'] });

test.each([
  ['two schemas', union('Guest', link('Adult'), ' or ', link('Child')), 'Guest is Adult or Child.', ['Adult', 'Child']],
  ['a schema and a word', union('Guest', link('Adult'), ' or string'), 'Guest is Adult or string.', ['Adult']],
  [
    'items of several',
    schema('Guest', [], { schema: 'array', type: ['array of (', link('Adult'), ' or ', link('Child'), ')'] }),
    'Guest is array of (Adult or Child).',
    ['Adult', 'Child'],
  ],
])('%s', (_name, page, sentence, options) => {
  for (const [type, others] of [
    [[link('Guest')], [page]],
    [[link('Alias')], [page, schema('Alias', [], { schema: 'reference', type: [link('Guest')] })]],
  ] as const) {
    const found = optionsAt(type, others);
    expect(found.text).toContain(sentence);
    expect(found.options).toEqual(options);
    if (page.kind === 'schema' && page.schema === 'union') expect(found.text).toContain('The property kind states');
  }
});

test('a schema that is another one, or itself, is no choice', () => {
  const alias = (name: string, other: string) => schema(name, [], { schema: 'reference', type: [link(other)] });
  expect(optionsAt([link('Guest')], [alias('Guest', 'Adult')]).text).not.toContain('Guest is');
  expect(optionsAt([link('Guest')], [alias('Guest', 'Guest')]).text).not.toContain('Guest is');
});
