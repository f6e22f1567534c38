/** Hostile documents and overlays by kind: each is small, and made to take much time or memory. */

/** A file to read, and the overlay to apply to it or the document to compare it with. */
export interface HostileCase {
  readonly command: 'generate' | 'apply' | 'diff';
  /** Names and contents of the files, the first of which is the document. */
  readonly files: Readonly<Record<string, string>>;
}

type Parts = Readonly<Record<string, unknown>>;

const many = <T>(count: number, item: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => item(at));
const entries = (count: number, value: (index: number) => unknown, key = 'k'): Parts =>
  Object.fromEntries(many(count, (at) => [`${key}${at}`, value(at)]));
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const ok = (schema: unknown) => ({ 200: { description: 'ok', ...json(schema) } });

function documentOf(schemas: Parts, paths: Parts = {}, rest: Parts = {}): string {
  const used = { get: { operationId: 'used', responses: ok(ref(Object.keys(schemas)[0] ?? 'none')) } };
  const info = { title: 'hostile', version: '1.0' };
  const all = Object.keys(schemas).length === 0 ? paths : { '/used': used, ...paths };
  return JSON.stringify({ openapi: '3.1.0', info, paths: all, components: { schemas }, ...rest });
}

const operation = (at: number, more: Parts = {}) => ({
  get: {
    operationId: `operation${at}`,
    summary: `Operation ${at}`,
    responses: { 200: { description: 'ok' } },
    ...more,
  },
});
const object = (properties: Parts, more: Parts = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };

/** Nested in one another: `nest(3, x => [x], 1)` is `[[[1]]]`. */
function nest(levels: number, around: (inner: unknown) => unknown, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 0; level < levels; level += 1) value = around(value);
  return value;
}

const documents: Readonly<Record<string, () => string>> = {
  'enum of many values': () => documentOf({ E: { type: 'string', enum: many(50_000, (at) => `value-${at}`) } }),
  'enum of very many values': () => documentOf({ E: { type: 'string', enum: many(150_000, (at) => `value-${at}`) } }),
  'enum of many equal values': () => documentOf({ E: { type: 'string', enum: many(50_000, () => 'same') } }),
  'enum of many numbers': () => documentOf({ E: { type: 'integer', enum: many(50_000, (at) => at) } }),
  'enum of many objects': () => documentOf({ E: { enum: many(5000, (at) => ({ a: at })) } }),
  'enum of values that give one name': () =>
    documentOf({ E: { type: 'string', enum: many(5000, (at) => '-'.repeat(at % 70) + (at % 7)) } }),
  'many operations': () => documentOf({}, entries(1500, operation, '/o')),
  'many operations of one name': () =>
    documentOf(
      {},
      entries(1500, () => ({ get: { operationId: 'a', responses: ok(text) } }), '/o'),
    ),
  'many operations without names': () =>
    documentOf(
      {},
      entries(1500, () => ({ get: { responses: ok(text) } }), '/o/'),
    ),
  'many tags of one operation': () => documentOf({}, { '/a': operation(1, { tags: many(5000, (at) => `t${at}`) }) }),
  'many tags': () =>
    documentOf(
      {},
      entries(1000, (at) => operation(at, { tags: [`t${at}`] }), '/o'),
      { tags: many(5000, (at) => ({ name: `t${at}` })) },
    ),
  'many parameters': () =>
    documentOf(
      {},
      { '/a': operation(1, { parameters: many(3000, (at) => ({ name: `p${at}`, in: 'query', schema: text })) }) },
    ),
  'many equal parameters': () =>
    documentOf(
      {},
      { '/a': operation(1, { parameters: many(3000, () => ({ name: 'p', in: 'query', schema: text })) }) },
    ),
  'many path parameters': () => documentOf({}, { [`/${many(1000, (at) => `{p${at}}`).join('/')}`]: operation(1) }),
  'many responses': () =>
    documentOf(
      {},
      {
        '/a': operation(1, {
          responses: Object.fromEntries(
            many(400, (at) => [String(at + 200), { description: 'x', ...json(object({ a: text })) }]),
          ),
        }),
      },
    ),
  'many media types': () =>
    documentOf(
      {},
      {
        '/a': operation(1, {
          responses: { 200: { description: 'x', content: entries(3000, () => ({ schema: text }), 'application/x') } },
        }),
      },
    ),
  'many headers': () =>
    documentOf(
      {},
      {
        '/a': operation(1, {
          responses: { 200: { description: 'x', headers: entries(3000, () => ({ schema: text }), 'X-') } },
        }),
      },
    ),
  'many servers': () =>
    documentOf(
      {},
      { '/a': operation(1) },
      {
        servers: many(5000, (at) => ({
          url: `https://h${at}.example/{a}`,
          variables: { a: { default: 'x', enum: ['x'] } },
        })),
      },
    ),
  'many security schemes': () =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'x', version: '1.0' },
      security: many(1500, (at) => ({ [`s${at}`]: [] })),
      paths: entries(50, operation, '/o'),
      components: { securitySchemes: entries(1500, () => ({ type: 'http', scheme: 'bearer' }), 's') },
    }),
  'many properties': () => documentOf({ A: object(entries(10_000, () => text)) }),
  'many required properties': () =>
    documentOf({
      A: object(
        entries(10_000, () => text),
        { required: many(10_000, (at) => `k${at}`) },
      ),
    }),
  'many required properties without schemas': () =>
    documentOf({ A: { type: 'object', required: many(20_000, (at) => `k${at}`) } }),
  'many pattern properties': () =>
    documentOf({ A: { type: 'object', patternProperties: entries(5000, () => text, '^') } }),
  'many schemas': () => documentOf(entries(5000, (at) => object({ a: at === 4999 ? text : ref(`k${at + 1}`) }))),
  'a ring of schemas': () => documentOf(entries(2000, (at) => object({ a: ref(`k${(at + 1) % 2000}`) }))),
  'all schemas refer to each other': () =>
    documentOf(entries(100, () => object(entries(100, (at) => ref(`k${at}`), 'p')))),
  'names that differ by case only': () =>
    documentOf(
      Object.fromEntries(
        many(4000, (at) => [
          [...'abcdefghijkl'].map((one, bit) => ((at >> bit) & 1 ? one.toUpperCase() : one)).join(''),
          text,
        ]),
      ),
    ),
  'names of equal identifiers': () =>
    documentOf(
      Object.fromEntries(many(3000, (at) => [`a${'-'.repeat(at % 60)}${'.'.repeat(Math.floor(at / 60))}b`, text])),
    ),
  'a chain of references': () => documentOf(entries(300, (at) => (at === 299 ? text : ref(`k${at + 1}`)))),
  'a long chain of references': () => documentOf(entries(10_000, (at) => (at === 9999 ? text : ref(`k${at + 1}`)))),
  'unions of many members': () => documentOf({ A: { oneOf: many(3000, (at) => object({ [`a${at}`]: text })) } }),
  'unions of equal members': () => documentOf({ A: { oneOf: many(5000, () => ({ type: 'string' })) } }),
  'unions in unions': () => documentOf({ A: nest(100, (inner) => ({ oneOf: [text, inner] }), text) as Parts }),
  'unions of references that double': () =>
    documentOf(
      entries(25, (at) => (at === 24 ? text : { oneOf: [ref(`k${at + 1}`), object({ x: ref(`k${at + 1}`) })] })),
    ),
  'intersections of many parts': () => documentOf({ A: { allOf: many(1000, (at) => object({ [`a${at}`]: text })) } }),
  'intersections that double': () =>
    documentOf(
      entries(25, (at) => (at === 24 ? object({ x: text }) : { allOf: [ref(`k${at + 1}`), ref(`k${at + 1}`)] })),
    ),
  'intersections of unions': () =>
    documentOf({
      A: { allOf: many(16, (at) => ({ oneOf: [object({ [`a${at}`]: text }), object({ [`b${at}`]: text })] })) },
    }),
  'intersections of enums': () =>
    documentOf({ A: { allOf: many(20, () => ({ type: 'string', enum: many(2000, (at) => `v${at}`) })) } }),
  'a discriminator of many': () =>
    documentOf({
      A: { oneOf: many(1000, (at) => ref(`S${at}`)), discriminator: { propertyName: 'kind' } },
      ...entries(1000, () => object({ kind: text }, { required: ['kind'] }), 'S'),
    }),
  'a discriminator with a large mapping': () =>
    documentOf({
      A: {
        oneOf: [ref('S')],
        discriminator: { propertyName: 'kind', mapping: entries(10_000, () => '#/components/schemas/S') },
      },
      S: object({ kind: text }),
    }),
  'many heirs': () =>
    documentOf({
      A: object({ kind: text }, { discriminator: { propertyName: 'kind' } }),
      ...entries(1000, () => ({ allOf: [ref('A'), object({ x: text })] }), 'H'),
    }),
  'a ring of heirs': () => documentOf(entries(3000, (at) => ({ allOf: [ref(`k${(at + 1) % 3000}`)] }))),
  'a chain of heirs': () =>
    documentOf(
      entries(300, (at) =>
        at === 299 ? object({ x: text }) : { allOf: [ref(`k${at + 1}`), object({ [`p${at}`]: text })] },
      ),
    ),
  'heirs of the same two': () =>
    documentOf(
      entries(60, (at) =>
        at > 57 ? object({ [`p${at}`]: text }) : { allOf: [ref(`k${at + 1}`), ref(`k${at + 2}`), object({})] },
      ),
    ),
  'deep arrays': () => documentOf({ A: nest(200, (items) => ({ type: 'array', items }), text) as Parts }),
  'deep objects': () => documentOf({ A: nest(150, (a) => object({ a }), text) as Parts }),
  'deep negations': () => documentOf({ A: nest(200, (not) => ({ not }), text) as Parts }),
  'a long description': () => documentOf({ A: { ...text, description: '*/ `a` [b](c) '.repeat(20_000) } }),
  'a description of stars': () => documentOf({ A: { ...text, description: `${'*'.repeat(100_000)}/` } }),
  'a description of brackets': () => documentOf({ A: { ...text, description: '['.repeat(50_000) } }),
  'a description of spaces': () => documentOf({ A: { ...text, description: `a${' '.repeat(100_000)}b` } }),
  'a description of line ends': () => documentOf({ A: { ...text, description: '\n'.repeat(100_000) } }),
  'a long name': () => documentOf({ ['a'.repeat(50_000)]: text }),
  'a name of capitals': () => documentOf({ ['aB'.repeat(20_000)]: text }),
  'a name of dashes': () => documentOf({ [`a${'-'.repeat(50_000)}b`]: text }),
  'a long path': () => documentOf({}, { [`/${'a/'.repeat(20_000)}`]: operation(1) }),
  'a path of braces': () => documentOf({}, { [`/${'{'.repeat(20_000)}`]: operation(1) }),
  'an expensive pattern': () =>
    documentOf({ A: { ...text, pattern: '^(a+)+$', default: `${'a'.repeat(40)}!`, examples: [`${'a'.repeat(40)}!`] } }),
  'an expensive pattern beside an enum': () =>
    documentOf({
      A: {
        allOf: [
          { ...text, enum: [`${'a'.repeat(40)}!`] },
          { ...text, pattern: '^(a+)+$' },
        ],
        then: false,
      },
    }),
  'conditions within conditions': () =>
    documentOf({
      A: nest(60, (inner) => ({ if: inner, then: { minLength: 1 }, else: { ...text, maxLength: 9 } }), { const: 'a' }),
    }),
  'unevaluated properties of many parts': () =>
    documentOf({
      A: {
        allOf: many(300, (at) => ({ oneOf: [object({ [`a${at}`]: text }), object({ [`b${at}`]: text })] })),
        unevaluatedProperties: false,
      },
    }),
  'dependent schemas of each other': () =>
    documentOf({
      A: object(
        entries(200, () => text),
        { dependentSchemas: entries(200, (at) => ({ required: [`k${(at + 1) % 200}`] })) },
      ),
    }),
  'negations within negations': () => documentOf({ A: nest(100, (inner) => ({ not: inner }), text) }),
  'a long pattern': () => documentOf({ A: { ...text, pattern: `^${'(a|b)*'.repeat(5000)}$` } }),
  'a repeated pattern': () => documentOf({ A: { ...text, pattern: '^((((a{100}){100}){100}){100})$' } }),
  'a large example': () => documentOf({ A: object({ a: text }, { example: entries(20_000, (at) => at) }) }),
  'a large default': () => documentOf({ A: { type: 'array', items: text, default: many(20_000, (at) => `v${at}`) } }),
  'huge limits': () =>
    documentOf({ A: { type: 'array', items: text, minItems: 1e9, maxItems: 1e15 }, B: { ...text, minLength: 1e9 } }),
  'links and callbacks': () =>
    documentOf(
      {},
      { '/a': operation(1, { callbacks: entries(1000, (at) => ({ '{$request.body#/u}': operation(at) })) }) },
    ),
  'equal keys at the end of JSON': () => `{"a":[${many(100_000, (at) => `{"k${at}":1}`).join()}],"b":1,"b":2}`,
  'JSON that is cut off': () => documentOf({ A: object(entries(20_000, () => text)) }).slice(0, -3),
  'aliases that double': () =>
    ['a0: &a0 [x]', ...many(40, (at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]`)].join('\n'),
  'aliases of a long string': () => `a: &a ${'x'.repeat(50_000)}\nb: [${'*a,'.repeat(20_000)}]`,
  'aliases as keys': () => `a: &a ${'x'.repeat(50_000)}\n${many(3000, (at) => `[*a,*a,*a,*a,${at}]: 1`).join('\n')}`,
  'merge keys': () => `a: &a {${many(5000, (at) => `k${at}: 1`).join()}}\nb: [${'{<<: *a},'.repeat(5000)}]`,
  'lists of merge keys': () => `a: &a {${many(5000, (at) => `k${at}: 1`).join()}}\nb: {<<: [${'*a,'.repeat(20_000)}]}`,
  'deep YAML': () => `a: ${'['.repeat(50_000)}`,
  'YAML of quotes': () => `a: ${"'".repeat(200_001)}`,
  'YAML of indents': () => many(1000, (at) => `${' '.repeat(at)}a:`).join('\n'),
  'YAML of comments': () => `${'#\n'.repeat(200_000)}a: 1`,
  'YAML of tags': () => many(20_000, (at) => `- !t${at} x`).join('\n'),
};

const nodes = documentOf(
  {},
  entries(
    1000,
    (at) =>
      operation(at, {
        tags: ['a', 'b'],
        description: `${'a'.repeat(40)}!`,
        parameters: many(6, (index) => ({ name: `n${index}`, in: 'query', schema: text })),
      }),
    '/o',
  ),
  { 'x-long': `${'a'.repeat(50_000)}!` },
);
const update = { 'x-a': 1 };

const actions: Readonly<Record<string, () => readonly unknown[]>> = {
  'an expression that backtracks': () => [{ target: "$..[?search(@, '(a+)+$')]", update }],
  'an expression of many states': () => [{ target: "$..[?match(@.description, '(a|b)*a(a|b){500}')]", update }],
  'an empty expression, repeated': () => [{ target: "$..[?search($['x-long'], '(?:a|)(?:a|)(?:a|){900}$')]", update }],
  'expressions of the document': () => [{ target: '$..[?search(@.description, @.name)]', update }],
  'unions of wildcards': () => [{ target: `$${'[*,*]'.repeat(8)}`, update }],
  'wildcards of descendants': () => [{ target: `$${'..*'.repeat(8)}`, update }],
  'a union of many wildcards': () => [{ target: `$.paths[${'*,'.repeat(3000)}*]`, update }],
  'counts of all nodes': () => [{ target: '$..[?count($..*) > 1]', update }],
  'lengths of a long string': () => [{ target: "$..[?length($['x-long']) > 1]", update }],
  'comparisons of large objects': () => [{ target: '$..[?@ == $.paths]', update }],
  'filters in filters': () => [{ target: '$..[?$..[?$..[?@.zz]]]', update }],
  'values of all nodes': () => [{ target: '$..[?value($..zz) == 1]', update }],
  'slices of slices': () => [{ target: `$..[${'::1,'.repeat(2000)}0]`, update }],
  'a long target': () => [{ target: `$${'[*]'.repeat(50_000)}`, update }],
  'a target of brackets': () => [{ target: `$[?${'('.repeat(3000)}@.a${')'.repeat(3000)}]`, update }],
  'a target of negations': () => [{ target: `$[?${'!('.repeat(3000)}@.a${')'.repeat(3000)}]`, update }],
  'many expensive actions': () => many(300, (at) => ({ target: `$..[?search(@.description, 'a+${at}')]`, update })),
  'many updates of a large object': () =>
    many(3000, (at) => ({ target: '$.paths', update: { [`/new${at}`]: operation(at) } })),
  'copies that double': () => many(40, (at) => ({ target: '$.info', copy: '$', description: `${at}` })),
  'copies into each node': () => many(10, () => ({ target: '$..[?@.get]', copy: '$.paths' })),
  'updates of each node': () =>
    many(30, () => ({ target: '$.paths.*', update: { get: { 'x-a': entries(500, (at) => at) } } })),
  'items of a long array': () => [
    { target: '$.info', update: { list: many(50_000, (at) => ({ at })) } },
    { target: '$.info.list[*]', update },
  ],
  'items removed from a long array': () => [
    { target: '$.info', update: { list: many(50_000, (at) => ({ at })) } },
    { target: '$.info.list[?@.at > 10]', remove: true },
  ],
};

const before = (schemas: Parts, paths: Parts = {}) => documentOf(schemas, paths);
const pairs: Readonly<Record<string, () => readonly [string, string]>> = {
  'enums without a common value': () => [
    before({ E: { type: 'string', enum: many(10_000, (at) => `a${at}`) } }),
    before({ E: { type: 'string', enum: many(10_000, (at) => `b${at}`) } }),
  ],
  'enums in reverse order': () => [
    before({ E: { type: 'string', enum: many(10_000, (at) => `a${at}`) } }),
    before({ E: { type: 'string', enum: many(10_000, (at) => `a${10_000 - at}`) } }),
  ],
  'properties without a common name': () => [
    before({ A: object(entries(5000, () => text, 'a')) }),
    before({ A: object(entries(5000, () => text, 'b')) }),
  ],
  'operations without a common path': () => [
    before({}, entries(1000, operation, '/a')),
    before({}, entries(1000, operation, '/b')),
  ],
  'unions that differ': () => [
    before({ A: { oneOf: many(1000, (at) => object({ [`a${at}`]: text })) } }),
    before({ A: { oneOf: many(1000, (at) => object({ [`b${at}`]: text })) } }),
  ],
  'schemas of other names': () => [
    before(entries(2000, () => object({ a: text }), 'A')),
    before(entries(2000, () => object({ a: text }), 'B')),
  ],
  'schemas that all contain each other': () => [
    before(entries(40, () => object(entries(40, (at) => ref(`S${at}`))), 'S')),
    before(entries(40, () => object({ ...entries(40, (at) => ref(`S${at}`)), more: text }), 'S')),
  ],
  'a chain of schemas that contain each other twice': () => [
    before(entries(60, (at) => object({ a: ref(`S${(at + 1) % 60}`), b: ref(`S${(at + 1) % 60}`) }), 'S')),
    before(entries(60, (at) => object({ a: ref(`S${(at + 1) % 60}`), b: ref(`S${(at + 1) % 60}`), c: text }), 'S')),
  ],
  'a schema that all use': () => [
    before({ X: text, ...entries(1000, () => object({ x: ref('X') })) }),
    before({ X: { type: 'integer' }, ...entries(1000, () => object({ x: ref('X') })) }),
  ],
};

function overlayOf(list: readonly unknown[]): string {
  return JSON.stringify({ overlay: '1.1.0', info: { title: 'hostile', version: '1' }, actions: list });
}

/** Returns the cases by their names. */
export function hostileCases(): ReadonlyMap<string, () => HostileCase> {
  const cases = new Map<string, () => HostileCase>();
  for (const [name, content] of Object.entries(documents))
    cases.set(name, () => ({ command: 'generate', files: { 'api.yaml': content() } }));
  for (const [name, list] of Object.entries(actions)) {
    const files = () => ({ 'api.json': nodes, 'overlay.json': overlayOf(list()) });
    cases.set(`overlay: ${name}`, () => ({ command: 'apply', files: files() }));
  }
  for (const [name, both] of Object.entries(pairs)) {
    const files = () => Object.fromEntries(both().map((content, at) => [`${at}.json`, content]));
    cases.set(`pair: ${name}`, () => ({ command: 'diff', files: files() }));
  }
  return cases;
}
