/** Servers of contracts with path templates that engines do not have. */
import { expect, it } from 'vitest';
import { integer, string } from '@lading/runtime-wire';
import { createServerOf, type Call, type Contract } from '../../src/index.js';
import { request, textOf } from './request.js';

const contract: Contract = {
  version: '1',
  operations: {
    RepoFile: {
      id: 'RepoFile',
      noun: 'repo',
      verb: 'file',
      method: 'GET',
      path: '/repos/{owner}/{number}/{file}.json',
      parameters: {
        path: {
          owner: { encoding: 'plain', schema: string, required: true },
          number: { encoding: 'plain', schema: integer(), required: true },
          file: { encoding: 'plain', schema: string, required: true },
        },
      },
      responses: { 200: { kind: 'text' } },
    },
  },
};
const server = createServerOf(contract, { repo: { file: ({ path }: Call) => JSON.stringify(path) } });

it.each([
  ['/repos/me/7/a%2Fb.json', 200, '{"owner":"me","number":7,"file":"a/b"}'],
  ['/repos/me/x/a.json', 400, '{"message":"/path/number must be an integer"}\n'],
  ['/repos/me/7/a', 404, '{"message":"page not found"}\n'],
])('%s', async (url, status, body) => {
  const response = await server.handle(request('GET', url, {}));
  expect([response.status, await textOf(response)]).toEqual([status, body]);
});
