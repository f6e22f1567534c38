// Tests the lists of requests: what each kind of step sends.

import { expect, test } from 'vitest';
import type { CallOptions } from './caller.js';
import { bodies, http } from './http.js';
import { runSteps, type Step } from './run-steps.js';

/** Runs steps with responses by request, and returns what was sent. */
async function sentBy(steps: readonly Step[], responses: Readonly<Record<string, unknown>> = {}): Promise<unknown[]> {
  const sent: unknown[] = [];
  const call =
    (by: string) =>
    (method: string, path: string, options: CallOptions = {}) => {
      sent.push([
        ...(by === '' ? [] : [by]),
        `${method} ${path}`,
        ...(Object.values(options).some((value) => value !== undefined) ? [options] : []),
      ]);
      const json = responses[`${method} ${path}`];
      return Promise.resolve({ status: 200, json, bytes: Buffer.from('bytes') });
    };
  const restart = (): Promise<void> => Promise.resolve(void sent.push('restart'));
  const scene = { call: call(''), peer: call('peer'), unrecorded: call('unrecorded'), restart };
  await runSteps(steps, scene, new Map<string, unknown>([['image', 'busy:1'], ['login', { username: 'me?' }]])); // prettier-ignore
  return sent;
}

test('sends one request for each alternative, and encodes the JSON of a query', async () => {
  expect(await sentBy(['GET /a/{b,c?d=1}', 'GET /e?filters={"f":["g"]}&h=i j&k=l', 'restart', 'GET !/x'])).toEqual([
    ['GET /a/b'],
    ['GET /a/c?d=1'],
    ['GET /e?filters=%7B%22f%22%3A%5B%22g%22%5D%7D&h=i%20j&k=l'],
    'restart',
    ['GET !/x'],
  ]);
});

test('sends bodies and options', async () => {
  const steps = [
    { 'POST /a': { Image: '{{image}}', Name: 'of-{{image}}', Template: '{{.Task.Slot}}' } },
    { 'POST /b': null, text: '{', type: 'application/json', by: 'peer', upgrade: 'tcp', stdin: 'x', leaveAfter: 1 },
    { 'POST /c': null, headers: { Plain: 'a', Encoded: '{{login}}' } },
    { 'POST /d': {}, if: ['{{image}}', 'other'] },
  ] as const;
  expect(await sentBy(steps as unknown as Step[])).toEqual([
    ['POST /a', { json: { Image: 'busy:1', Name: 'of-busy:1', Template: '{{.Task.Slot}}' } }],
    ['peer', 'POST /b', { body: '{', type: 'application/json', upgrade: 'tcp', stdin: 'x', leaveAfter: 1 }],
    ['POST /c', { headers: { Plain: 'a', Encoded: 'eyJ1c2VybmFtZSI6Im1lPyJ9' } }],
  ]);
});

test('uses earlier responses, also in loops', async () => {
  const steps = [
    { 'GET /all': null, keep: ['all', 'again'] },
    { for: 'one', in: '{{all}}', do: ['DELETE /{{one.Id:2}}/{{one.None}}'] },
    { 'PUT /{{again.0.Id}}': { '...': '{{all.1}}', More: 1 } },
    { for: 'each', in: { a: 1, b: 2 }, do: [{ 'POST /{{each.key}}': '{{each.value}}' }], until: ['{{each.value}}', 1] },
    { archive: 'files', of: { 'a/': '', 'a/b': 'c' } },
    { 'PUT /archive': null, tar: 'files' },
  ];
  const sent = await sentBy(steps as unknown as Step[], { 'GET /all': [{ Id: 'abc' }, { Id: 'def' }] });
  expect(sent).toEqual([
    ['GET /all'],
    ['DELETE /ab/missing'],
    ['DELETE /de/missing'],
    ['PUT /abc', { json: { Id: 'def', More: 1 } }],
    ['POST /a', { json: 1 }],
    ['PUT /archive', { body: expect.any(Buffer) as Buffer, type: 'application/x-tar' }],
  ]);
});

test('every list is read, and the bodies have the names that lists use', () => {
  expect(Object.keys(http)).toHaveLength(14);
  expect(bodies.containers['tty']).toMatchObject({ Image: '{{image}}', Cmd: ['sh'], HostConfig: {} });
  expect(Object.keys(bodies.services)).toContain('replicated');
});
