/** Headers: values that would end the header are rejected, and messages never contain secrets. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Encoding, encodeHeader, WireError } from '../src/index.js';
import { thrownCode } from './chunks.js';

test.each<[Encoding, unknown, string]>([
  ['plain', 'abc', 'abc'],
  ['plain', 'caf\xe9', 'caf\xe9'],
  ['plain', '', ''],
  ['plain', 5, '5'],
  ['plain', true, 'true'],
  ['repeated', ['a', 'b'], 'a,b'],
  ['joined', ['a', 'b'], 'a,b'],
  ['json', { a: 'é漢🚢' }, '{"a":"\\u00e9\\u6f22\\ud83d\\udea2"}'],
  ['base64url-json', { username: 'a', password: 'é?>' }, 'eyJ1c2VybmFtZSI6ImEiLCJwYXNzd29yZCI6IsOpPz4ifQ=='],
])('%s %j', (encoding, value, want) => {
  expect(encodeHeader('X-Test', encoding, value)).toBe(want);
});

test.each([
  ['in the standard alphabet', 'eyJ1IjoiPz8+In0=', 'eyJ1IjoiPz8-In0='],
  ['without padding', 'eyJ1IjoiPz8-In0', 'eyJ1IjoiPz8-In0='],
  ['normalized', 'eyJ1IjoiPz8-In0=', 'eyJ1IjoiPz8-In0='],
])('encoded credentials, %s', (_title, value, want) => {
  expect(encodeHeader('X-Registry-Auth', 'base64url-json', value)).toBe(want);
});

test.each([
  ['a line end', 'a\r\nX-Evil: 1'],
  ['a line feed', 'a\nb'],
  ['a carriage return', 'a\rb'],
  ['NUL', 'a\0b'],
  ['another control character', 'a\x1bb'],
  ['DEL', 'a\x7fb'],
  ['a character outside Latin-1', 'a漢'],
  ['a character whose low byte is a line feed', 'a\u010a'],
])('%s in a value is rejected, and the message does not contain the value', (_title, value) => {
  for (const encoding of ['plain', 'joined', 'repeated'] as const) {
    let error: unknown;
    try {
      encodeHeader('X-Test', encoding, value);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(WireError);
    expect(error).toMatchObject({
      code: 'HEADER_INJECTION',
      message: 'header X-Test has a character that is not allowed in a header',
    });
  }
});

test('no value can end the header', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom<Encoding>('json', 'base64url-json'),
      (text, encoding) => {
        expect(encodeHeader('X-Test', encoding, { text })).toMatch(/^[\x20-\x7e]*$/);
      },
    ),
  );
});

test.each([
  ['credentials that are not base64', 'base64url-json', 'p@ss word', 'BASE64_INVALID'],
  ['credentials with a line end', 'base64url-json', 'YQ==\r\n', 'BASE64_INVALID'],
  ['JSON with a line end', 'json', '{}\r\nX-Evil: 1', 'HEADER_INJECTION'],
  ['nothing', 'plain', undefined, 'VALUE_INVALID'],
] as const)('%s', (_title, encoding, value, code) => {
  expect(thrownCode(() => encodeHeader('X-Test', encoding, value))).toBe(code);
});

test.each(['', 'a b', 'a:', 'a\r\nb', 'é', 'X-Test\0'])('%j is not a header name', (name) => {
  expect(thrownCode(() => encodeHeader(name, 'plain', 'x'))).toBe('HEADER_INJECTION');
});
