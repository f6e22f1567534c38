/** Commands of curl in the reference: the query of a GET is readable, and curl encodes it. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { documentOf, type JsonObject } from '../../document/index.js';
import type { GroupPage } from '../docs/index.js';
import { files, page, text } from './testing/boxes.js';

const filters = {
  name: 'filters',
  in: 'query',
  content: { 'application/json': { schema: { type: 'object', example: { label: ['a=b', "it's"] } } } },
};
const all = { name: 'all', in: 'query', schema: { type: 'boolean', example: true } };
const list = {
  name: 'list',
  in: 'query',
  required: true,
  schema: { type: 'array', items: { type: 'object' } },
  example: [{ a: 1 }, { b: 2 }],
};
const slug = { name: 'a b', in: 'query', schema: { ...text, example: 'c d' } };

/** Returns the arguments that a shell passes to curl. */
async function argumentsOf(
  method: string,
  parameters: readonly JsonObject[],
  more: JsonObject = {},
): Promise<string[]> {
  const responses = { '204': { description: 'Done.' } };
  const operation = { operationId: 'BoxCall', tags: ['Box'], parameters: [...parameters], responses, ...more };
  const document = documentOf('api.yaml', {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    tags: [{ name: 'Box' }],
    paths: { '/boxes': { [method]: operation } },
  });
  const { code } = page<GroupPage>(await files([document]), '1.0', 'groups/box').operations[0] ?? {};
  const script = `curl() { printf '%s\\0' "$@"; }\n${code?.curl ?? ''}`;
  return spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8', env: { PATH: '' } })
    .stdout.split('\0')
    .slice(0, -1);
}

it('the query of a GET is passed as data that curl encodes', async () => {
  expect(await argumentsOf('get', [all, filters, list])).toEqual([
    '--get',
    '--data-urlencode',
    'all=true',
    '--data-urlencode',
    `filters={"label":["a=b","it's"]}`,
    '--data-urlencode',
    'list={"a":1}',
    '--data-urlencode',
    'list={"b":2}',
    'http://localhost/boxes',
  ]);
});

it.each([
  ['another method', 'delete', [all, filters], ['-X', 'DELETE']],
  ['a name that curl would not encode', 'get', [slug], []],
])('the query of %s is part of the URL', async (_what, method, parameters, before) => {
  const words = await argumentsOf(method, parameters);
  expect(words.slice(0, -1)).toEqual(before);
  expect(words.at(-1)).toMatch(/^http:\/\/localhost\/boxes\?(all=true&filters=%7B%22label%22|a%20b=c%20d$)/);
});

it('the part of a form has the media type of its content', async () => {
  const drawing = { type: 'string', contentMediaType: 'image/svg+xml', example: '<svg/>' };
  const schema = { type: 'object', properties: { drawing }, required: ['drawing'] };
  const content = { 'multipart/form-data': { schema } };
  const words = await argumentsOf('post', [], { requestBody: { required: true, content } });
  expect(words).toEqual(['-X', 'POST', '-F', 'drawing="<svg/>";type=image/svg+xml', 'http://localhost/boxes']);
});

it.each([
  ['a form', 'application/x-www-form-urlencoded', { word: 'a b', list: [1, 2] }, 'word=a b', 'list=1', 'list=2'],
  ['JSON', 'application/json', { a: 1 }],
])('the whole query is %s', async (_what, mediaType, example, ...pairs) => {
  const content = { [mediaType]: { schema: { type: 'object', properties: { word: text }, example } } };
  const words = await argumentsOf('get', [{ name: 'q', in: 'querystring', required: true, content }]);
  const url = 'http://localhost/boxes';
  const wanted = pairs.flatMap((pair) => ['--data-urlencode', pair]);
  expect(words).toEqual(wanted.length > 0 ? ['--get', ...wanted, url] : [`${url}?%7B%22a%22%3A1%7D`]);
});
