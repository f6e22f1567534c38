/** A part of the tour, with the reference engine. The whole tour needs real engines, from which it removes everything. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { gateway } from '../../../../packages/server/examples/gateway/gateway.js';
import { connect } from '@lading/client';
import { createServerV144 } from '@lading/server';
import { fromClient } from '@lading/server/from-client';
import { home } from '../command-line.js';
import { openScene, type ServerScene } from '../scene.js';
import { differencesOf } from '../tour/compare.js';
import { runTour } from '../tour/run-tour.js';

const scenes: ServerScene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

const sample = [
  'version',
  'import',
  'images',
  'tag',
  'save',
  'load',
  'create',
  'start',
  'wait',
  'logs',
  'rm',
  'run',
  'ps',
  'exec',
  'events',
  'cp',
  'network create',
  'network ls',
  'volume',
  'build',
  'error: no such',
  'error: start',
  'error: rm',
  'error: exec',
  'error: cp',
  'error: a',
];

const isAvailable = existsSync(join(home, '20.10/usr/bin/docker'));
const note = isAvailable ? '' : ` (SKIPPED: there is no command line 20.10 in ${home})`;

it.skipIf(!isAvailable)(
  `command lines print the same through a gateway${note}`,
  async () => {
    const [direct, behind] = [await openScene(), await openScene()];
    scenes.push(direct, behind);
    const server = gateway(behind.host);
    const { address } = await server.listen({ path: join(behind.folder, 'gateway.sock') });
    const [expected, actual] = await Promise.all([direct.host, address].map((host) => runTour('20.10', host, sample)));
    await server.close();
    expect(expected?.length).toBeGreaterThan(75);
    expect(expected?.filter(({ code }) => code === 0).length).toBeGreaterThan(40);
    expect(differencesOf(expected ?? [], actual ?? [])).toEqual([]);
  },
  120_000,
);

it.skipIf(!isAvailable)(
  `command lines print the same through the handlers of a client${note}`,
  async () => {
    const [direct, behind] = [await openScene(), await openScene()];
    scenes.push(direct, behind);
    const engine = await connect({ host: behind.host, version: '1.44' });
    const server = createServerV144(fromClient(engine), { checkRequests: 'types', checkResponses: 'off' });
    const { address } = await server.listen({ path: join(behind.folder, 'gateway.sock') });
    const [expected, actual] = await Promise.all([direct.host, address].map((host) => runTour('20.10', host, sample)));
    await server.close();
    await engine.close();
    expect(differencesOf(expected ?? [], actual ?? [])).toEqual([]);
  },
  120_000,
);
