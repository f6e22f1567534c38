/** A pipe that nobody reads: writes wait for a reader, less and less busily, and end with the pipe. */
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { NamedPipe } from '../../src/objects/plugins/named-pipe.js';

const entry = Buffer.alloc(1 << 18, 'x');

test('tries less and less often, and ends at once when it is closed', async () => {
  const file = await open(import.meta.filename);
  const write = vi.spyOn(Object.getPrototypeOf(file) as FileHandle, 'write');
  await file.close();
  const pipe = await NamedPipe.create();
  try {
    const written = pipe.write(entry);
    await sleep(700);
    expect(write.mock.calls.length).toBeLessThan(20);
    const start = performance.now();
    await pipe.close();
    await written;
    expect(performance.now() - start).toBeLessThan(500);
  } finally {
    write.mockRestore();
  }
});

test('continues when a reader comes', async () => {
  const pipe = await NamedPipe.create();
  const written = pipe.write(entry);
  let length = 0;
  const reader = createReadStream(pipe.path).on('data', (data) => (length += data.length));
  await written;
  await expect.poll(() => length).toBe(entry.length);
  reader.destroy();
  await pipe.close();
});
