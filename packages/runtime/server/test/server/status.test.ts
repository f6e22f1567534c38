/**
 * A status that HTTP does not have is an error of the handler: the response is 500, and other responses are not
 * affected.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngineServer, reply, type Call, type EngineServer } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { socketPath } from '../conformance/hosts.js';
import { ask, type Target } from '../conformance/target.js';

const reportedErrors: unknown[] = [];
let server: EngineServer;
let target: Target;

beforeAll(async () => {
  const inspect = ({ path: { id } }: Call<{ id: string }>): unknown =>
    id === 'fine' ? { Id: id } : reply(Number(id), { Id: id });
  server = createEngineServer(
    contract,
    { container: { inspect } },
    { checkResponses: false, onError: (error) => void reportedErrors.push(error) },
  );
  const path = await socketPath();
  target = { path, close: (await server.listen({ path })).close };
});
afterAll(() => server.close());

it.each(['0', '99', '1000', '200.5', 'NaN', '-1'])('%s', async (status) => {
  reportedErrors.length = 0;
  const responses = await Promise.all(
    [status, 'fine', status, 'fine'].map((id) => ask(target, `/containers/${id}/json`)),
  );
  expect(responses.map((response) => response.status)).toEqual([500, 200, 500, 200]);
  expect(reportedErrors.map(String)).toEqual(
    Array(2).fill(`RangeError: ContainerInspect returned the status ${status}, which HTTP does not have`),
  );
});

it('sends the other responses if other code has already started one', async () => {
  const own = createServer((request, response) => {
    if (request.url?.includes('begun') === true) response.writeHead(200).write('begun');
    server.listener(request, response);
  });
  const path = await socketPath();
  own.listen(path);
  await once(own, 'listening');
  const mine: Target = { path, close: async () => void own.close() };
  const begun = ask(mine, '/containers/fine/json?begun').catch((error: unknown) => error);
  const fine = await Promise.all([1, 2].map(() => ask(mine, '/containers/fine/json')));
  expect(fine.map(({ status }) => status)).toEqual([200, 200]);
  expect(await begun).toBeInstanceOf(Error);
  own.close();
});
