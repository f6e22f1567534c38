/** The samples of references are executed against generated servers: those of small documents of this repository. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { executedSamples } from '../commands/samples.mjs';
import { repository } from '../places.mjs';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

it.skipIf(!hasCurl).each(['pet-shop', 'shelves', 'reports', 'weather-station'])(
  'the samples of %s work',
  { timeout: 120_000 },
  async (name) => {
    const path = join(repository, 'tools', 'properties', 'clients', `${name}.yaml`);
    const { failures, mirror } = await executedSamples({ id: name, path }, { seed: inject('seed') });
    expect([failures, mirror.failures]).toEqual([{}, []]);
    expect(mirror.operations).toBeGreaterThan(3);
  },
);
