/** The conformance stories, told to the engine in memory at both versions. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ended } from '../command-line.js';
import { openScene } from '../scene.js';

it.each(['1.44', '1.41'])(
  'at version %s it lives up to all stories but those that it is known to fail',
  async (version) => {
    const scene = await openScene();
    try {
      const program = join(import.meta.dirname, '../../../conformance/scenarios/run.mjs');
      const without = ['registry', 'index', 'swarm'];
      const words = [
        '--host',
        scene.host,
        '--api',
        version,
        '--without',
        ...without,
        '--known',
        'memory-engine',
        '--busybox',
        process.execPath,
      ];
      const { code, stdout, stderr } = await ended(spawn(process.execPath, [program, ...words]), '', 100_000);
      expect({ code, failed: stdout.split('\n').filter((line) => line.startsWith('✗')), stderr }).toEqual({
        code: 0,
        failed: [],
        stderr: '',
      });
    } finally {
      await scene.close();
    }
  },
  120_000,
);
