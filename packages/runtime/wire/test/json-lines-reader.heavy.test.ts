/** The JSON Lines decoder: neither the chunks nor the separators change the values. */
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { jsonLine, JsonLinesReader, jsonStreamItem, WireError } from '../src/index.js';
import { splitAt, splitEvery, positions, thrownCode } from './chunks.js';

interface ReadResult {
  values: unknown[];
  code?: string;
}

function read(chunks: readonly Uint8Array[], maxLength?: number): ReadResult {
  const values: unknown[] = [];
  const options = { emit: (value: unknown) => values.push(value), ...(maxLength !== undefined && { maxLength }) };
  const reader = new JsonLinesReader(options);
  const code = thrownCode(() => {
    for (const chunk of chunks) reader.push(chunk);
    reader.end();
  });
  return code === undefined ? { values } : { values, code };
}

const string = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('}', '{"', '\\', '\\"', '\n', ']\r\n[', 'é', '🚢'),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    string,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(string, tie('value'), { maxKeys: 3 }),
  ),
}));
const container = fc.oneof(fc.array(value, { maxLength: 3 }), fc.dictionary(string, value, { maxKeys: 3 }));
const separator = fc.constantFrom('\n', '\r\n', '\n\n', ' ', '\t\n', '\r\n\r\n', '\r');
const isFullRun = inject('isFullRun');
const indent = fc.constantFrom(0, 2);
const plain = (json: unknown): unknown => JSON.parse(JSON.stringify(json));

describe('decodes the same values however the bytes are split', () => {
  test('with white space between values', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(value, separator, indent)), positions, (items, places) => {
        const bytes = Buffer.from(
          items.map(([json, space, step]) => JSON.stringify(json, null, step) + space).join(''),
        );
        expect(read(splitAt(bytes, places))).toEqual({ values: items.map(([json]) => plain(json)) });
      }),
      { numRuns: isFullRun ? 500 : 30 },
    );
  });

  test('with nothing between values', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(container, fc.constantFrom('', '\n'), indent)), positions, (items, places) => {
        const bytes = Buffer.from(
          items.map(([json, space, step]) => JSON.stringify(json, null, step) + space).join(''),
        );
        expect(read(splitAt(bytes, places))).toEqual({ values: items.map(([json]) => plain(json)) });
      }),
      { numRuns: isFullRun ? 500 : 30 },
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
      fc.property(fc.array(piece, { maxLength: 14 }), positions, limit, (pieces, places, maxLength) => {
        const bytes = Buffer.from(pieces.join(''));
        const small = places.map((place) => place % (bytes.length + 1));
        const whole = read([bytes], maxLength);
        expect(read(splitAt(bytes, small), maxLength)).toEqual(whole);
        expect(read(splitEvery(bytes, 1), maxLength)).toEqual(whole);
      }),
      { numRuns: isFullRun ? 3000 : 100 },
    );
  });

  test('in the middle of a UTF-8 character', () => {
    const bytes = Buffer.from('{"a":"é🚢"}\n{"b":"漢"}\n');
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(read(splitAt(bytes, [at]))).toEqual({ values: [{ a: 'é🚢' }, { b: '漢' }] });
    }
  });
});

test('a value is emitted with its last byte, with or without a line end', () => {
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
  ['only white space', ' \r\n\n\t', []],
  ['a number at the end', '1\n23', [1, 23]],
  ['a JSON text sequence', '\x1e{"a":"\\u001e"}\n\x1e1\n\x1e"x"\n', [{ a: '\x1e' }, 1, 'x']],
  ['a JSON text sequence without line ends', '\x1e1\x1etrue\x1e{\n}\x1e', [1, true, {}]],
  ['a word at the end', 'true', [true]],
  ['a last value without a line end', '{"a":1}\n{"b":2}', [{ a: 1 }, { b: 2 }]],
  ['brackets in strings', '{"a":"}{\\"]"}{"b":"\\\\"}', [{ a: '}{"]' }, { b: '\\' }]],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22, 0x0a]), ['\ufffd']],
  ['a key __proto__', '{"__proto__":{"x":1}}\n', [JSON.parse('{"__proto__":{"x":1}}')]],
])('%s', (_title, given, values) => {
  expect(read([Buffer.from(given)])).toEqual({ values });
});

test.each([
  ['an incomplete object', '{"a":1}\n{"b":', 'JSON_CUT', 1],
  ['an incomplete string', '"ab', 'JSON_CUT', 0],
  ['an incomplete string after a backslash', '"ab\\', 'JSON_CUT', 0],
  ['an incomplete word', '{}\nfal', 'JSON_CUT', 1],
  ['an incomplete number', '1.', 'JSON_CUT', 0],
  ['an incomplete exponent', '-1.5e+', 'JSON_CUT', 0],
  ['HTML', '<html>\n<body>', 'JSON_INVALID', 0],
  ['HTML at the end', '<html>', 'JSON_INVALID', 0],
  ['brackets that do not match', '{"a":1}\n{"b":[}}\n{"c":1}', 'JSON_INVALID', 1],
  ['an extra bracket', '{"a":1}}\n', 'JSON_INVALID', 1],
  ['a trailing comma', '{"a":1,}\n', 'JSON_INVALID', 0],
  ['NaN', '{"a":NaN}\n', 'JSON_INVALID', 0],
])('%s is an error, and the values before it are emitted', (_title, given, code, before) => {
  const result = read([Buffer.from(given)]);
  expect([result.code, result.values.length]).toEqual([code, before]);
});

test('an error message does not contain the received bytes', () => {
  const reader = new JsonLinesReader({ emit: () => undefined });
  expect(() => reader.push(Buffer.from('{"password":"secret",}\n'))).toThrow(/^value 0 of the stream is not JSON$/);
});

test('the limit applies to one value, not to the stream', () => {
  const chunk = Buffer.from('{"a":1}\n'.repeat(100));
  expect(read([chunk], 7).values).toHaveLength(100);
  expect(read([chunk], 6)).toEqual({ values: [], code: 'JSON_TOO_LONG' });
  expect(read([Buffer.alloc(1000, ' '), Buffer.from('{"a":1}')], 7)).toEqual({ values: [{ a: 1 }] });
});

test('a value above the limit is rejected before its end has arrived', () => {
  const reader = new JsonLinesReader({ emit: () => undefined, maxLength: 1000 });
  reader.push(Buffer.from('{"a":"'));
  reader.push(Buffer.alloc(990, 'x'));
  expect(thrownCode(() => reader.push(Buffer.alloc(10, 'x')))).toBe('JSON_TOO_LONG');
});

test('values are parsed by the given function', () => {
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

// Copying or scanning all bytes again with each chunk takes quadratic time, which many chunks make visible.
const megabytes = isFullRun ? 100 : 10;

describe(`${megabytes} MB in one line`, () => {
  const size = megabytes * 1e6;
  const chunkSize = size / 5000;
  const milliseconds = (bytes: Buffer, every: number): number => {
    const chunks = splitEvery(bytes, every);
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
    ['of letters, in chunks of 100 bytes', line('x'.repeat(100)), 100],
    ['of brackets, which look like the end of a value', line('}]'.repeat(50)), chunkSize],
    ['of escapes', line('\\'.repeat(50)), chunkSize],
    ['over many lines', lines, chunkSize],
  ])('%s takes linear time', (_title, lineOf, every) => {
    const [short, long] = [lineOf(size / 20), lineOf(size)];
    expect(long.length).toBeGreaterThan(0.7 * size);
    milliseconds(short, every);
    // For 20 times the length, linear is 20 times the time and quadratic 400 times. The minimum of 25 ms limits noise.
    const bound = 80 * Math.max(milliseconds(short, every), 25);
    // Other programs may take the processor: the best of three counts.
    let best = Infinity;
    for (let attempt = 0; attempt < 3 && best >= bound; attempt += 1) best = Math.min(best, milliseconds(long, every));
    expect(best).toBeLessThan(bound);
  });
});

test('a line is JSON with one line end', () => {
  expect(jsonLine({ a: 'x\ny', b: undefined })).toBe('{"a":"x\\ny"}\n');
  expect(jsonLine({ id: 9007199254740993n, list: [1n, undefined], 'a"b': null })).toBe(
    '{"id":9007199254740993,"list":[1,null],"a\\"b":null}\n',
  );
  expect(jsonLine([new Date(0), 1n])).toBe('["1970-01-01T00:00:00.000Z",1]\n');
  expect(thrownCode(() => jsonLine(undefined))).toBe('VALUE_INVALID');
  expect(() => jsonLine({ a: [1, Number.NaN] })).toThrow(WireError);
});

test('an item of a JSON text sequence begins with a record separator, and no other one does', () => {
  const sequences = ['application/json-seq', 'Application/geo+json-seq; charset=utf-8'];
  expect(sequences.map((type) => jsonStreamItem('1', type))).toEqual(['\x1e1\n', '\x1e1\n']);
  const others = ['application/json-seqs', 'application/x-ndjson', 'application/notjson-seq'];
  expect(others.map((type) => jsonStreamItem('1', type))).toEqual(['1\n', '1\n', '1\n']);
});

test('encoded lines are decoded to the same values', () => {
  fc.assert(
    fc.property(fc.array(value), positions, (items, places) => {
      expect(read(splitAt(Buffer.from(items.map(jsonLine).join('')), places))).toEqual({ values: items.map(plain) });
    }),
  );
});
