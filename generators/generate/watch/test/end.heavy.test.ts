/** The end of watching: by Ctrl-C, without leftover files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { putThings } from '../../../testing/things.js';
import { generatorFolder } from '../../repository.js';
import type { WatchEvent } from '../index.js';

it.each(['SIGINT', 'SIGTERM'] as const)('ends well with %s', { timeout: 240_000 }, async (signal) => {
  const folder = temporaryFolder();
  putThings(folder);
  writeFileSync(join(folder, 'lading.config.json'), '{ "spec": "spec", "out": "out", "paths": false }');
  const command = [join(generatorFolder, 'cli', 'lading.mjs'), 'generate', '--watch', '--json'];
  const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  expect((JSON.parse(line) as WatchEvent).written).toContain('v1.0/types/gen/thing.ts');
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
  expect(readdirSync(join(folder, 'out'))).not.toContain('.lading');
});
