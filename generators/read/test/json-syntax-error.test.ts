/** Tests the position of a syntax error in JSON. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonSyntaxError } from '../json-syntax-error.js';

it.each([
  ['{"a": 1,\n "b" "c"}', /^(Unexpected string|Expected ':' after property name) at line 2, column 6$/],
  ['{\n  "a": [1, 2\n}', "Expected ',' or ']' after array element at line 3, column 1"],
  ['{"a": }', "Unexpected token '}' at line 1, column 7"],
  ['{"a": tru', 'Unexpected end of JSON input at line 1, column 10'],
  ['{"a": "b', 'Unterminated string at line 1, column 9'],
  ['{}\n}', 'Unexpected non-whitespace character after JSON at line 2, column 1'],
])('%j', (text, message) =>
  expect(jsonSyntaxError(text)).toEqual(message instanceof RegExp ? expect.stringMatching(message) : message),
);

it('is found before a character that cannot continue the JSON', () => {
  const text = fc.json({ stringUnit: 'binary' }).map((json) => JSON.stringify(JSON.parse(json), null, 1));
  const escaped = text.map((json) =>
    json.replace(/[^ -~\n]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
  fc.assert(
    fc.property(escaped, fc.nat(), (json, at) => {
      // Outside of a string: after an even number of quotation marks, no string is open.
      const places = [...json.matchAll(/[,:[\]{}\n]/g)]
        .map(({ index }) => index)
        .filter((index) => isOutside(json, index));
      const place = places[at % places.length] ?? 0;
      const lines = json.slice(0, place).split('\n');
      const where = `at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
      expect(jsonSyntaxError(`${json.slice(0, place)}@${json.slice(place)}`)).toMatch(
        new RegExp(`^[^@]*(token '@' )?${where}$`),
      );
    }),
  );
});

function isOutside(json: string, index: number): boolean {
  return (json.slice(0, index).replace(/\\./g, '').match(/"/g) ?? []).length % 2 === 0;
}
