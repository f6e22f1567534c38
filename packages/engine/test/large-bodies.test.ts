/** What the engine and its registry keep of a request in memory is limited while it is read. */
import { describe, expect, it } from 'vitest';
import { bytesOf } from '../src/filesystem/tar.js';
import { MemoryRegistry } from '../src/index.js';

describe('archives', () => {
  it.each([
    [99, 'read'],
    [100, 'read'],
    [101, 'BadRequest'],
    [10_000, 'BadRequest'],
  ])('%i of 100 bytes: %s', async (length, result) => {
    let sent = 0;
    async function* body() {
      for (; sent < length; sent += 1) yield Uint8Array.of(sent % 256);
    }
    const read = bytesOf(body(), 100);
    if (result === 'read') expect(await read).toHaveLength(length);
    else await expect(read).rejects.toThrow('the body is larger than 100 bytes');
    // The rest is not read.
    expect(sent).toBeLessThanOrEqual(101);
  });

  it('may have 2 GiB', async () => {
    const chunk = { length: 2 ** 30 } as Uint8Array;
    await expect(bytesOf([chunk, chunk, { length: 1 } as Uint8Array])).rejects.toThrow(`larger than ${2 ** 31} bytes`);
  });
});

describe('manifests of the registry', () => {
  const most = 4 * 1024 * 1024;
  it.each([
    [most - 1, false],
    [most, false],
    [most + 1, true],
    [most * 8, true],
  ])('%i bytes', async (length, isRefused) => {
    const registry = new MemoryRegistry();
    const host = await registry.listen();
    try {
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const size = Math.min(65_536, length - sent);
          if (size === 0) return controller.close();
          sent += size;
          controller.enqueue(new Uint8Array(size));
        },
      });
      const response = await fetch(`http://${host}/v2/a/manifests/latest`, {
        method: 'PUT',
        body,
        duplex: 'half',
        headers: { 'content-type': 'application/vnd.oci.image.manifest.v1+json' },
      } as RequestInit).catch((error: unknown) => error as Error);
      const status = response instanceof Response ? response.status : 'cut off';
      if (isRefused) expect([413, 'cut off']).toContain(status);
      else expect(status).not.toBe(413);
      expect(response instanceof Response || isRefused).toBe(true);
    } finally {
      await registry.close();
    }
  });
});
