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
  const valuesOf = (name: string) => all.flatMap((element) => attribute(element, name) ?? []);
  return { text, options: valuesOf('data-option'), values: valuesOf('data-values') };
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

test('an option names the values of the discriminator that state it', () => {
  const discriminator = {
    property: 'kind',
    values: [
      { value: 'adult', link: 'schemas/Adult' },
      { value: 'senior', link: 'schemas/Adult' },
      { value: '"<child>', link: 'schemas/Child' },
    ],
  };
  const guest = schema('Guest', [], { schema: 'union', type: [link('Adult'), ' or ', link('Child')], discriminator });
  const { text, values } = optionsAt([link('Guest')], [guest]);
  expect(text).toContain('Adult, if kind is adult or senior');
  expect(text).toContain('Child, if kind is "<child>');
  expect(values).toEqual(['adult, senior', '"<child>']);
});

test('an option begins with the description of its schema', () => {
  const options = [
    schema('Old', [field('Old.Age')], { about: 'Has a seat.' }),
    schema('Guest', [], { schema: 'union', type: [link('Old'), ' or ', link('Child')] }),
  ];
  expect(optionsAt([link('Guest')], options).text).toMatch(/Old ?Has a seat\. ?#? ?Age/);
  expect(optionsAt([link('Old')], options).text).not.toContain('Has a seat.');
});

test('the properties of a schema in a body follow its limits and rules', () => {
  const guest = schema('Guest', [field('Guest.Name')], {
    bounds: ['at least 1 property', 'other properties: string'],
    rules: ['`Name` is unique.'],
  });
  const { text } = optionsAt([link('Guest')], [guest]);
  expect(text).toMatch(/at least 1 property ?other properties: string ?Rule ?Name is unique\. ?#? ?Name/);
});
