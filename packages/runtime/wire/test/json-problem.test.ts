import { expect, it } from 'vitest';
import { jsonProblem } from '../src/index.js';

const character = (text: string, context: string): string => `invalid JSON: invalid character ${text} ${context}`;

it.each([
  ['{invalid json', character("'i'", 'looking for beginning of object key string')],
  ['nope', character("'o'", "in literal null (expecting 'u')")],
  ['xyz', character("'x'", 'looking for beginning of value')],
  ['{"a":secret}', character("'s'", 'looking for beginning of value')],
  ['{"a" 1}', character("'1'", 'after object key')],
  ['{"a":1 "b":2}', character(`'"'`, 'after object key:value pair')],
  ['{"a":1,}', character("'}'", 'looking for beginning of object key string')],
  ['[1 2]', character("'2'", 'after array element')],
  ['[1,]', character("']'", 'looking for beginning of value')],
  ['{"a":[}]', character("'}'", 'looking for beginning of value')],
  ['{"a":-x}', character("'x'", 'in numeric literal')],
  ['{"a":1.x}', character("'x'", 'after decimal point in numeric literal')],
  ['{"a":1e+x}', character("'x'", 'in exponent of numeric literal')],
  ['{"a":01}', character("'1'", 'after object key:value pair')],
  ['{"a":"\n"}', character("'\\n'", 'in string literal')],
  ['{"a":"\\x"}', character("'x'", 'in string escape code')],
  ['{"a":"\\u12x4"}', character("'x'", 'in \\u hexadecimal character escape')],
  ["{'a':1}", character("'\\''", 'looking for beginning of object key string')],
  ['é', character("'Ã'", 'looking for beginning of value')],
  ['{"a":', 'invalid JSON: unexpected EOF'],
  ['{"a":"b', 'invalid JSON: unexpected EOF'],
  ['{"a":tru', 'invalid JSON: unexpected EOF'],
  ['{} {}', 'unexpected content after JSON'],
])('describes the error of %s as engines do', (text, message) => {
  const parse = (): unknown => JSON.parse(text);
  let problem = '';
  try {
    parse();
  } catch (error) {
    problem = jsonProblem(error, text);
  }
  expect(problem).toBe(message);
});
