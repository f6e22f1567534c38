/** Partial nested objects of requests: whatever a request leaves out, responses fit their schemas. */
import { contract } from '@lading/contract-v1.44';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine, type RunningEngine } from '../src/index.js';
import { sendExchange } from './exchanges.js';
import { partialBodies, type Json } from './partial-bodies.js';

let engine: RunningEngine;
beforeAll(async () => {
  engine = await startEngine({ images: ['busybox'], publishPorts: false, checkResponses: true });
  for (const [path, body] of preparations) expect((await send('POST', path, body)).status).toBeLessThan(300);
});
afterAll(() => engine.close());

async function send(method: string, path: string, body?: Json, version?: string) {
  const line = `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`;
  const { status, text } = await sendExchange(engine, { send: line, gives: '' }, version);
  return { status, text, id: status === 201 || status === 200 ? idOf(text) : '' };
}

function idOf(text: string): string {
  const { Id, ID, Name } = (text.startsWith('{') ? JSON.parse(text) : {}) as Readonly<Record<string, string>>;
  return Id ?? ID ?? Name ?? '';
}

const preparations: readonly (readonly [path: string, body: Json])[] = [
  ['/swarm/init', { ListenAddr: '127.0.0.1' }],
  ['/containers/create?name=kept', { Image: 'busybox', Cmd: ['top'] }],
  ['/containers/kept/start', {}],
  ['/networks/create', { Name: 'kept' }],
];

/** Those whose clients read the result: the base version, and others in which responses differ. */
const versions = ['1.24', '1.41', '1.44', '1.52', '1.55'];

/** How each operation that stores its body is called, and where its result is seen. */
const cases: readonly (readonly [operation: string, path: string, base: Json, reads: readonly string[]])[] = [
  [
    'ContainerCreate',
    '/containers/create',
    { Image: 'busybox', Cmd: ['true'] },
    ['/containers/ID/json', '/containers/json?all=1'],
  ],
  ['NetworkCreate', '/networks/create', { Name: 'NEW' }, ['/networks/ID', '/networks']],
  ['VolumeCreate', '/volumes/create', { Name: 'NEW' }, ['/volumes/ID', '/volumes']],
  ['SecretCreate', '/secrets/create', { Name: 'NEW', Data: 'YQ==' }, ['/secrets/ID', '/secrets']],
  ['ConfigCreate', '/configs/create', { Name: 'NEW', Data: 'YQ==' }, ['/configs/ID', '/configs']],
  ['ContainerUpdate', '/containers/kept/update', {}, ['/containers/kept/json']],
  ['ContainerExec', '/containers/kept/exec', { Cmd: ['true'] }, ['/exec/ID/json']],
  ['ImageCommit', '/commit?container=kept', {}, ['/images/ID/json', '/images/json']],
  [
    'ServiceCreate',
    '/services/create',
    { Name: 'NEW', TaskTemplate: { ContainerSpec: { Image: 'busybox' } }, Mode: { Replicated: { Replicas: 1 } } },
    ['/services/ID', '/services/ID?insertDefaults=true', '/services', '/tasks'],
  ],
];

describe.each(cases)('%s', (operation, path, base, reads) => {
  it('stores every nested object that is empty or has one property', async () => {
    const body = contract.operations[operation]?.body;
    if (body?.kind !== 'json') throw new Error(`${operation} has no JSON body`);
    const failures: string[] = [];
    let accepted = 0;
    let count = 0;
    for (const partial of partialBodies(body.schema, base)) {
      count += 1;
      const text = JSON.stringify(partial).replaceAll('"NEW"', `"n${count}"`);
      const created = await send('POST', path, JSON.parse(text) as Json);
      if (created.text.includes('breaks the contract')) failures.push(`${text}: ${created.text}`);
      if (created.status >= 300) continue;
      accepted += 1;
      for (const read of reads)
        for (const version of versions) {
          const seen = await send('GET', read.replace('ID', created.id), undefined, version);
          if (seen.status >= 500) failures.push(`${text}: ${version}${read}: ${seen.status} ${seen.text}`);
        }
      if (path.endsWith('/create')) await send('DELETE', `${path.replace('/create', '')}/${created.id}?force=1`);
    }
    expect(failures).toEqual([]);
    expect(accepted).toBeGreaterThan(count / 4);
  }, 120_000);
});
