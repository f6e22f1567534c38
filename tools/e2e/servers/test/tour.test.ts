/** A part of the tour, on the engine in memory: the whole of it needs real engines, which it empties. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { gateway } from '../../../../packages/server/examples/gateway/gateway.js';
import { home } from '../command-line.js';
import { openScene, type Scene } from '../scene.js';
import { differencesOf } from '../tour/compare.js';
import { runTour } from '../tour/run-tour.js';

const scenes: Scene[] = [];
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

const isThere = existsSync(join(home, '20.10/usr/bin/docker'));
const note = isThere ? '' : ` (SKIPPED: there is no command line 20.10 in ${home})`;

it.skipIf(!isThere)(
  `the command line sees no difference through a gateway${note}`,
  async () => {
    const [direct, behind] = [await openScene(), await openScene()];
    scenes.push(direct, behind);
    const server = gateway(behind.host);
    const { address } = await server.listen({ path: join(behind.folder, 'gateway.sock') });
    const [wanted, got] = await Promise.all([direct.host, address].map((host) => runTour('20.10', host, sample)));
    await server.close();
    expect(wanted?.length).toBeGreaterThan(75);
    expect(wanted?.filter(({ code }) => code === 0).length).toBeGreaterThan(40);
    expect(differencesOf(wanted ?? [], got ?? [])).toEqual([]);
  },
  120_000,
);
