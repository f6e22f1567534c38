/** Expressions of URI templates in paths: the client, the server and the samples of the reference agree about their names. */
import { expect, inject, it } from 'vitest';
import { judgeOf } from '../checks/judge.mjs';
import { mirrorAll } from '../checks/mirror.mjs';
import { start } from '../checks/start.mjs';
import { callsOf } from '../values/calls.mjs';
import { loadGenerated } from '../workspace/generated.mjs';

it('are called as they are named', async () => {
  const schema = { type: 'string' };
  const paths = Object.fromEntries(
    ['id*', '.id', ';id', '+id', ' id ', 'id:[0-9]+', 'a,b'].map((name, index) => {
      const parameters = [
        { name, in: 'path', required: true, schema },
        { name: 'word', in: 'query', schema },
      ];
      return [
        `/part${index}/{${name}}{?word}`,
        { get: { operationId: `get${index}`, parameters, responses: { 204: { description: 'Done' } } } },
      ];
    }),
  );
  const document = { openapi: '3.1.0', info: { title: 'Parts', version: '1.0' }, paths };
  const started = await start(await loadGenerated(document));
  const operations = Object.values(started.contract.operations);
  const result = await mirrorAll(operations, { ...started, judge: judgeOf(document) }, (o, c) =>
    callsOf(o, c, inject('seed')),
  );
  expect(result).toEqual({ operations: 7, mirrored: 7, failures: [] });
  await started.close();
}, 120000);
