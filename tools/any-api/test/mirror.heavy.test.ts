/** ajv judges the requests that arrive by the document, which need not be what the server validates by. */
import { expect, it } from 'vitest';
import { judgeOf } from '../checks/judge.mjs';
import { mirrorAll } from '../checks/mirror.mjs';
import { start } from '../checks/start.mjs';
import { callsOf } from '../values/calls.mjs';
import { loadGenerated } from '../workspace/generated.mjs';

const documentOf = (maximum: number) => {
  const schema = { type: 'integer', minimum: 5, maximum };
  const parameters = [{ name: 'size', in: 'query', required: true, schema }];
  const get = { operationId: 'getBox', parameters, responses: { 200: { description: 'It.' } } };
  return { openapi: '3.1.0', info: { title: 'Boxes', version: '1.0' }, paths: { '/box': { get } } };
};

it('reports a request that the document excludes', async () => {
  const packages = await loadGenerated(documentOf(9));
  const started = await start(packages);
  const operations = Object.values(started.contract.operations);
  const mirrored = (maximum: number) =>
    mirrorAll(operations, { ...started, judge: judgeOf(documentOf(maximum)) }, (operation, called) =>
      callsOf(operation, called, 1),
    );
  expect(await mirrored(9)).toEqual({ operations: 1, mirrored: 1, failures: [] });
  const { failures } = await mirrored(4);
  expect(failures.map(({ reason }) => reason)).toEqual(['ajv rejects the request']);
  await started.close();
});
