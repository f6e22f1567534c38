/** JSON values in a row: neither the cutting nor what separates them changes the values. */
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { jsonLine, JsonLinesReader, WireError } from '../src/index.js';
import { cutAt, cutEvery, cuts, thrown } from './cutting.js';

interface Told {
  values: unknown[];
  code?: string;
}

function read(chunks: readonly Uint8Array[], maxLength?: number): Told {
  const values: unknown[] = [];
  const options = { emit: (value: unknown) => values.push(value), ...(maxLength !== undefined && { maxLength }) };
  const reader = new JsonLinesReader(options);
  const code = thrown(() => {
    for (const chunk of chunks) reader.push(chunk);
    reader.end();
  });
  return code === undefined ? { values } : { values, code };
}

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('}', '{"', '\\', '\\"', '\n', ']\r\n[', 'é', '🚢'),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
}));
const container = fc.oneof(fc.array(value, { maxLength: 3 }), fc.dictionary(text, value, { maxKeys: 3 }));
const separator = fc.constantFrom('\n', '\r\n', '\n\n', ' ', '\t\n', '\r\n\r\n', '\r');
const isFullRun = inject('isFullRun');
const indent = fc.constantFrom(0, 2);
const plain = (json: unknown): unknown => JSON.parse(JSON.stringify(json));

describe('any cutting gives the same values', () => {
  test('with white space between', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(value, separator, indent)), cuts, (items, places) => {
        const bytes = Buffer.from(
          items.map(([json, space, step]) => JSON.stringify(json, null, step) + space).join(''),
        );
        expect(read(cutAt(bytes, places))).toEqual({ values: items.map(([json]) => plain(json)) });
      }),
      { numRuns: isFullRun ? 500 : 100 },
    );
  });

  test('with nothing between', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(container, fc.constantFrom('', '\n'), indent)), cuts, (items, places) => {
        const bytes = Buffer.from(
          items.map(([json, space, step]) => JSON.stringify(json, null, step) + space).join(''),
        );
        expect(read(cutAt(bytes, places))).toEqual({ values: items.map(([json]) => plain(json)) });
      }),
      { numRuns: isFullRun ? 500 : 100 },
    );
  });

  test('for any bytes, errors included', () => {
    const piece = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        '"',
        '\\',
        '\n',
        '\r\n',
        ' ',
        ',',
        ':',
        '1',
        '-',
        '2.',
        'e',
        'true',
        'nul',
        'l',
        '{"a":1}',
      ],
      ...['{"a":"é"}\n', '"x"', '[1]', '<html>', 'é'],
    );
    const limit = fc.constantFrom(undefined, 5, 12);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), cuts, limit, (pieces, places, maxLength) => {
        const bytes = Buffer.from(pieces.join(''));
        const small = places.map((place) => place % (bytes.length + 1));
        const whole = read([bytes], maxLength);
        expect(read(cutAt(bytes, small), maxLength)).toEqual(whole);
        expect(read(cutEvery(bytes, 1), maxLength)).toEqual(whole);
      }),
      { numRuns: isFullRun ? 3000 : 300 },
    );
  });

  test('in the middle of a UTF-8 character', () => {
    const bytes = Buffer.from('{"a":"é🚢"}\n{"b":"漢"}\n');
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(read(cutAt(bytes, [at]))).toEqual({ values: [{ a: 'é🚢' }, { b: '漢' }] });
    }
  });
});

test('a value is emitted with its last byte, line end or not', () => {
  const values: unknown[] = [];
  const reader = new JsonLinesReader({ emit: (item) => values.push(item) });
  reader.push(Buffer.from('{"a":1'));
  expect(values).toEqual([]);
  reader.push(Buffer.from('}'));
  expect(values).toEqual([{ a: 1 }]);
  reader.push(Buffer.from('\n{"b":2}\n{"c":[3]}'));
  expect(values).toEqual([{ a: 1 }, { b: 2 }, { c: [3] }]);
  reader.push(Buffer.from('{"d":4}\r\n5'));
  expect(values).toHaveLength(4);
  reader.end();
  expect(values.at(-1)).toBe(5);
});

test.each([
  ['nothing', '', []],
  ['white space alone', ' \r\n\n\t', []],
  ['a number at the end', '1\n23', [1, 23]],
  ['a word at the end', 'true', [true]],
  ['a last value without a line end', '{"a":1}\n{"b":2}', [{ a: 1 }, { b: 2 }]],
  ['brackets in texts', '{"a":"}{\\"]"}{"b":"\\\\"}', [{ a: '}{"]' }, { b: '\\' }]],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22, 0x0a]), ['\ufffd']],
  ['a key that is no plain name', '{"__proto__":{"x":1}}\n', [JSON.parse('{"__proto__":{"x":1}}')]],
])('%s', (_title, given, values) => {
  expect(read([Buffer.from(given)])).toEqual({ values });
});

test.each([
  ['an object cut', '{"a":1}\n{"b":', 'JSON_CUT', 1],
  ['a text cut', '"ab', 'JSON_CUT', 0],
  ['a text cut after a backslash', '"ab\\', 'JSON_CUT', 0],
  ['a word cut', '{}\nfal', 'JSON_CUT', 1],
  ['a number cut', '1.', 'JSON_CUT', 0],
  ['an exponent cut', '-1.5e+', 'JSON_CUT', 0],
  ['HTML', '<html>\n<body>', 'JSON_INVALID', 0],
  ['HTML at the end', '<html>', 'JSON_INVALID', 0],
  ['brackets that do not match', '{"a":1}\n{"b":[}}\n{"c":1}', 'JSON_INVALID', 1],
  ['a bracket too many', '{"a":1}}\n', 'JSON_INVALID', 1],
  ['a trailing comma', '{"a":1,}\n', 'JSON_INVALID', 0],
  ['NaN', '{"a":NaN}\n', 'JSON_INVALID', 0],
])('%s is an error, and what came before it is told', (_title, given, code, before) => {
  const told = read([Buffer.from(given)]);
  expect([told.code, told.values.length]).toEqual([code, before]);
});

test('the message of an error does not repeat what was sent', () => {
  const reader = new JsonLinesReader({ emit: () => undefined });
  expect(() => reader.push(Buffer.from('{"password":"secret",}\n'))).toThrow(/^value 0 of the stream is not JSON$/);
});

test('the limit holds for one value, not for a stream', () => {
  const chunk = Buffer.from('{"a":1}\n'.repeat(100));
  expect(read([chunk], 7).values).toHaveLength(100);
  expect(read([chunk], 6)).toEqual({ values: [], code: 'JSON_TOO_LONG' });
  expect(read([Buffer.alloc(1000, ' '), Buffer.from('{"a":1}')], 7)).toEqual({ values: [{ a: 1 }] });
});

test('a value above the limit is refused before its end has come', () => {
  const reader = new JsonLinesReader({ emit: () => undefined, maxLength: 1000 });
  reader.push(Buffer.from('{"a":"'));
  reader.push(Buffer.alloc(990, 'x'));
  expect(thrown(() => reader.push(Buffer.alloc(10, 'x')))).toBe('JSON_TOO_LONG');
});

test('values are read by the given parser', () => {
  const values: unknown[] = [];
  const parse = (json: string): unknown => BigInt(json);
  const reader = new JsonLinesReader<bigint>({ emit: (item) => values.push(item), parse });
  reader.push(Buffer.from('9007199254740993\n18446744073709551615'));
  reader.end();
  expect(values).toEqual([9007199254740993n, 18446744073709551615n]);
});

test('errors of emit pass through', () => {
  const reader = new JsonLinesReader({
    emit: () => {
      throw new RangeError('mine');
    },
  });
  expect(() => reader.push(Buffer.from('1\n'))).toThrow(RangeError);
});

// What is copied or read again with each chunk takes quadratic time: the more chunks, the plainer.
const megabytes = isFullRun ? 100 : 10;

describe(`${megabytes} MB in one line`, () => {
  const size = megabytes * 1e6;
  const chunkSize = size / 5000;
  const millis = (bytes: Buffer, every: number): number => {
    const chunks = cutEvery(bytes, every);
    const begin = performance.now();
    expect(read(chunks).values).toHaveLength(1);
    return performance.now() - begin;
  };
  const lines = (length: number): Buffer => Buffer.from(JSON.stringify(Array(length / 20).fill({ a: 1 }), null, 1));
  const line =
    (piece: string) =>
    (length: number): Buffer =>
      Buffer.from(jsonLine({ text: piece.repeat(Math.ceil(length / piece.length)) }));

  test.each([
    ['of letters', line('x'.repeat(100)), chunkSize],
    ['of letters, in pieces of 100 bytes', line('x'.repeat(100)), 100],
    ['of brackets, which look like the end of a value', line('}]'.repeat(50)), chunkSize],
    ['of escapes', line('\\'.repeat(50)), chunkSize],
    ['over many lines', lines, chunkSize],
  ])('%s takes linear time', (_title, textOf, every) => {
    const [short, long] = [textOf(size / 20), textOf(size)];
    expect(long.length).toBeGreaterThan(0.7 * size);
    millis(short, every);
    // 20 times as long: linear is 20 times the time, quadratic 400 times; the floor is against noise.
    expect(millis(long, every)).toBeLessThan(80 * Math.max(millis(short, every), 25));
  });
});

test('a line is JSON and one line end', () => {
  expect(jsonLine({ a: 'x\ny', b: undefined })).toBe('{"a":"x\\ny"}\n');
  expect(jsonLine({ id: 9007199254740993n, list: [1n, undefined], 'a"b': null })).toBe(
    '{"id":9007199254740993,"list":[1,null],"a\\"b":null}\n',
  );
  expect(jsonLine([new Date(0), 1n])).toBe('["1970-01-01T00:00:00.000Z",1]\n');
  expect(thrown(() => jsonLine(undefined))).toBe('VALUE_INVALID');
  expect(() => jsonLine({ a: [1, Number.NaN] })).toThrow(WireError);
});

test('lines that are written are read again', () => {
  fc.assert(
    fc.property(fc.array(value), cuts, (items, places) => {
      expect(read(cutAt(Buffer.from(items.map(jsonLine).join('')), places))).toEqual({ values: items.map(plain) });
    }),
  );
});
