/** The media type of a response that a client prefers. */
import { expect, it } from 'vitest';
import { isWithin, preferredMediaType } from '../src/index.js';

it.each([
  ['image/png', 'image/*', true],
  ['IMAGE/PNG; q=1', 'image/png', true],
  ['image/png', '*/*', true],
  ['imagepng', 'image/*', false],
  ['text/png', 'image/*', false],
  ['image/png', 'image/pn', false],
  ['image/*', 'image/png', false],
])('%s is within %s: %s', (type, range, is) => expect(isWithin(type, range)).toBe(is));

const [json, text, csv] = ['application/json', 'text/plain', 'text/csv'];

it.each([
  [undefined, [json, text], json],
  [' ', [json, text], json],
  ['*/*', [json, text], json],
  ['text/plain', [json, text], text],
  ['text/plain;q=0.5, application/json;q=0.4', [json, text], text],
  ['text/*;q=0.5, application/json; q=0.4', [json, csv], csv],
  ['text/*, text/csv', [text, csv], csv],
  ['text/csv, text/*', [text, csv], csv],
  ['text/*;q=0.9, text/csv;q=0.2', [csv, text], text],
  ['text/*, text/csv;q=0', [csv], undefined],
  ['text/csv;q=0, */*', [csv, json], json],
  ['image/png', [json, text], undefined],
  ['image/png', ['image/*'], 'image/*'],
  ['text/plain, text/csv', [csv, text], csv],
  ['*/*;q=0.8, text/*', [json, csv], csv],
  ['*/*, text/*;q=0.1', [csv, json], json],
  ['application/json; v=2', [`${json};v=1`, `${json};v="2"`], `${json};v="2"`],
  ['application/json; v=3', [`${json};v=1`, `${json};v=2`], undefined],
  ['application/json; v=2; charset=utf-8', [json], json],
  ['application/json, application/json;v=2', [json, `${json};v=2`], `${json};v=2`],
])('of a client that accepts %j, %j gives %s', (accept, types, preferred) => {
  expect(preferredMediaType(accept, types)).toBe(preferred);
});
