/** Cells: a style at a place of a request, of a schema; the values that are sent there; and the document that has an operation for each. */

/**
 * @typedef {'path' | 'query' | 'header' | 'cookie' | 'urlencoded' | 'multipart' | 'body'} Place
 * @typedef {'scalar' | 'array' | 'object' | 'nested' | 'file'} Structure
 * @typedef {{ readonly id: string, readonly place: Place, readonly style: string, readonly explode: boolean, readonly kind: string,
 *   readonly structure: Structure, readonly required: boolean, readonly schema: object, readonly values: readonly unknown[] }} Cell
 *   `style`: that of the parameter or property; `content` if it has a media type instead, `default` without any; the media type of a body
 */

/** What no encoding may lose: every reserved character, what separates values, and characters beyond ASCII. */
const texts = [
  'a',
  '',
  ' ',
  'a b',
  "!*'();:@&=+$,/?#[]",
  '%41',
  '%',
  '"<>\\^`{|}~-._',
  '+',
  'ü😀',
  '2|3',
  'a,b',
  'a;b=c',
  'true',
  'null',
  '1',
  '.',
  '..',
  '{}',
  '[1]',
];
const integer = { type: 'integer' };
const string = { type: 'string' };
const point = { type: 'object', properties: { x: integer, y: string } };

export const fileText = 'hello \0 ü';

/** @typedef {readonly [kind: string, structure: Structure, schema: object, values: readonly unknown[]]} Kind */
/** @type {Kind} */
const file = ['file', 'file', { type: 'string', format: 'binary' }, [new File([fileText], 'a é.txt')]];
/** @type {readonly Kind[]} */
const kinds = [
  ['string', 'scalar', string, texts],
  ['nullable string', 'scalar', { type: ['string', 'null'] }, ['a', 'null', null]],
  ['integer', 'scalar', integer, [0, -1, 9007199254740991]],
  ['number', 'scalar', { type: 'number' }, [0.5, -1e-7, 1e21]],
  ['boolean', 'scalar', { type: 'boolean' }, [true, false]],
  ['date-time', 'scalar', { type: 'string', format: 'date-time' }, ['2026-11-28T10:00:00.5+01:00']],
  ['enum', 'scalar', { enum: ['a b', 'ü&='] }, ['a b', 'ü&=']],
  [
    'array of strings',
    'array',
    { type: 'array', items: string },
    [
      ['a', 'b'],
      ['a'],
      [],
      [''],
      ['', ''],
      ['a', '', 'b'],
      ['null', 'true'],
      ...[...texts.slice(2), '["a"]'].flatMap((text) => [[text], [text, 'z']]),
    ],
  ],
  ['array of integers', 'array', { type: 'array', items: integer }, [[1, 2, 3], [-1], []]],
  ['array of booleans', 'array', { type: 'array', items: { type: 'boolean' } }, [[true, false]]],
  ['array with null', 'array', { type: 'array', items: { type: ['integer', 'null'] } }, [[1, 2], [1, null], [null]]],
  ['object', 'object', point, [{ x: 1, y: 'b' }, { x: 1 }, {}, ...texts.map((y) => ({ x: -1, y }))]],
  [
    'map',
    'object',
    { type: 'object', additionalProperties: string },
    [{ a: 'b' }, { a: 'b', c: 'd' }, {}, { 'x y': '1' }, { 'ü[=&,': 'z' }],
  ],
  [
    'object with null',
    'object',
    { type: 'object', properties: { x: { type: ['integer', 'null'] } } },
    [{ x: 1 }, { x: null }],
  ],
  [
    'object with an array',
    'nested',
    { type: 'object', properties: { x: { type: 'array', items: integer }, y: string } },
    [{ x: [1, 2], y: 'b' }, { x: [1] }, { x: [] }, {}],
  ],
  [
    'object with an object',
    'nested',
    { type: 'object', properties: { x: point, y: string } },
    [{ x: { x: 1, y: 'a&b' }, y: 'b' }, { x: {} }, { x: {}, y: 'b' }, {}],
  ],
  [
    'object with strings',
    'nested',
    { type: 'object', properties: { x: { type: 'array', items: string }, y: string } },
    [{ x: [] }, { x: [], y: 'b' }, ...texts.flatMap((text) => [{ x: [text] }, { x: [text, 'z'] }])],
  ],
  [
    'object with required members',
    'nested',
    {
      type: 'object',
      properties: { x: { type: 'array', items: string }, y: point, z: { type: 'array', items: point } },
      required: ['x', 'y', 'z'],
    },
    [
      { x: [], y: {}, z: [] },
      { x: ['a'], y: { x: 1 }, z: [{}] },
    ],
  ],
  [
    'object with arrays of arrays',
    'nested',
    { type: 'object', properties: { x: { type: 'array', items: { type: 'array', items: integer } } } },
    [{ x: [] }, { x: [[]] }, { x: [[1]] }, { x: [[1], [2]] }],
  ],
  [
    'map of maps',
    'nested',
    {
      type: 'object',
      additionalProperties: { type: 'object', additionalProperties: { type: 'array', items: integer } },
    },
    [{ a: {} }, { a: { b: [] } }, { a: {}, c: { d: [1] }, 'e]': {} }, { a: { '': [] } }],
  ],
  [
    'array of objects',
    'nested',
    { type: 'array', items: point },
    [[{ x: 1, y: 'a&b' }, { x: 2 }], [{ x: 1 }], [{}], []],
  ],
  [
    'object with an array of objects',
    'nested',
    { type: 'object', properties: { x: { type: 'array', items: point } } },
    [{ x: [{ x: 1, y: 'a&b' }, { x: 2 }] }, { x: [{ x: 1 }] }],
  ],
  [
    'array of arrays',
    'nested',
    { type: 'array', items: { type: 'array', items: integer } },
    [[[1, 2], [3]], [[1, 2]], [[]], []],
  ],
];

/** @type {Readonly<Record<Place, readonly (readonly [style: string, explode: boolean])[]>>} */
const styles = {
  path: [...both('simple'), ...both('label'), ...both('matrix'), ['content', false]],
  query: [
    ...both('form'),
    ...both('spaceDelimited'),
    ...both('pipeDelimited'),
    ['deepObject', true],
    ['content', false],
  ],
  header: [...both('simple'), ['content', false]],
  cookie: [...both('form'), ['content', false]],
  urlencoded: [
    ['default', true],
    ...both('form'),
    ['spaceDelimited', false],
    ['pipeDelimited', false],
    ['deepObject', true],
    ['content', false],
  ],
  multipart: [
    ['default', true],
    ['content', false],
  ],
  body: [
    ['application/json', false],
    ['text/plain', false],
    ['application/octet-stream', false],
  ],
};

/** @param {Place} place @param {string} style @returns {readonly Kind[]} */
function kindsOf(place, style) {
  if (style === 'text/plain') return kinds.slice(0, 1);
  if (style === 'application/octet-stream') return [file];
  return place === 'multipart' && style === 'default' ? [...kinds, file] : kinds;
}

/** @param {string} style @returns {readonly (readonly [string, boolean])[]} */
function both(style) {
  return [
    [style, false],
    [style, true],
  ];
}

/** @type {readonly Cell[]} */
export const allCells = /** @type {Place[]} */ (Object.keys(styles)).flatMap((place) =>
  styles[place].flatMap(([style, explode]) =>
    kindsOf(place, style).flatMap(([kind, structure, schema, values]) =>
      (place === 'path' ? [true] : [true, false]).map((required) => ({
        place,
        style,
        explode,
        kind,
        structure,
        schema,
        required,
        id: `${place}-${style}-${explode}-${kind}-${required}`.replaceAll(/[ /]/g, '-'),
        values: (required ? values : [undefined, ...values.slice(0, 2)]).filter((value) => isTold(value, place, style)),
      })),
    ),
  ),
);

/** A string as a part of JSON is sent as it is: it may be JSON itself. @param {unknown} value @param {Place} place @param {string} style */
function isTold(value, place, style) {
  const isJson = value === 'null' || (Array.isArray(value) && value.includes('["a"]'));
  return !isJson || place !== 'multipart' || style !== 'content';
}

/** Returns the document with an operation for each cell. @param {readonly Cell[]} cells */
export function documentOf(cells) {
  const paths = cells.map((cell) => [`/${cell.id}${cell.place === 'path' ? '/{v}' : ''}`, { post: operationOf(cell) }]);
  return { openapi: '3.1.0', info: { title: 'Encodings', version: '1.0' }, paths: Object.fromEntries(paths) };
}

/** @param {Cell} cell */
function operationOf({ id, place, style, explode, schema, required }) {
  const responses = { 204: { description: 'It has arrived.' } };
  if (place === 'body')
    return { operationId: id, requestBody: { required, content: { [style]: { schema } } }, responses };
  if (place === 'urlencoded' || place === 'multipart') {
    const mediaType = place === 'multipart' ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
    const encoding = style === 'content' ? { contentType: 'application/json' } : { style, explode };
    const whole = { type: 'object', properties: { v: schema, other: string }, ...(required && { required: ['v'] }) };
    const content = { [mediaType]: { schema: whole, ...(style !== 'default' && { encoding: { v: encoding } }) } };
    return { operationId: id, requestBody: { required: true, content }, responses };
  }
  const form = style === 'content' ? { content: { 'application/json': { schema } } } : { style, explode, schema };
  return { operationId: id, parameters: [{ name: 'v', in: place, required, ...form }], responses };
}
