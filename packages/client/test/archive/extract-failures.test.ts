/** Tests failing sources and aborts: extract rejects with their error, and leaves nothing open. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { extract } from '../../src/index.js';
import { entryBytes } from './archives.js';

const file = entryBytes({ type: 'File', path: 'file', data: 'x'.repeat(200_000) });
const failure = Object.assign(new Error('the disk is broken'), { code: 'EIO' });

/** How much of the archive the source yields before the failure. */
const moments: Readonly<Record<string, Buffer>> = {
  'before anything': Buffer.alloc(0),
  'in a header': file.subarray(0, 300),
  'in a file': file.subarray(0, 100_000),
  'in a compressed file': gzipSync(file).subarray(0, 200),
  'behind a file': file,
};

type Ending = (() => Promise<never>) | (() => Promise<void>);

/** Sources that yield some bytes and then end in a particular way. */
const sources: Readonly<Record<string, (bytes: Buffer, ending: Ending) => Parameters<typeof extract>[0]>> = {
  'an async iterable': (bytes, ending) => giving(bytes, ending),
  'a Node stream': (bytes, ending) => {
    let given = false;
    return new Readable({
      read() {
        if (!given && bytes.length > 0) this.push(bytes);
        else ending().catch((error: unknown) => this.destroy(error as Error));
        given = true;
      },
    });
  },
  'a web stream': (bytes, ending) => {
    let given = bytes.length === 0;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (!given) controller.enqueue(bytes);
        else await ending();
        given = true;
      },
    });
  },
};

async function* giving(bytes: Buffer, ending: Ending): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
  await ending();
}

const failing = async (): Promise<never> => {
  await after(1);
  throw failure;
};
const hanging = () => new Promise<never>(() => undefined);

async function openFiles(folder: string): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(folder));
}

const uncaught: unknown[] = [];
beforeAll(() => {
  process.on('uncaughtException', (error) => uncaught.push(error));
  process.on('unhandledRejection', (error) => uncaught.push(error));
});

describe.each(Object.entries(sources))('%s', (_name, source) => {
  test.each(Object.entries(moments))('that fails %s', async (_moment, bytes) => {
    const folder = await mkdtemp(join(tmpdir(), 'lading-failing-'));
    expect(await extract(source(bytes, failing), folder).catch((error: unknown) => error)).toBe(failure);
    expect(await openFiles(folder)).toEqual([]);
    await after(5);
    expect(uncaught).toEqual([]);
  });

  test.each(Object.entries(moments))('that hangs %s, and is aborted', async (_moment, bytes) => {
    const folder = await mkdtemp(join(tmpdir(), 'lading-hanging-'));
    const aborts = new AbortController();
    const extracted = extract(source(bytes, hanging), folder, { signal: aborts.signal });
    setTimeout(() => aborts.abort(failure), 20);
    expect(await extracted.catch((error: unknown) => error)).toBe(failure);
    expect(await openFiles(folder)).toEqual([]);
    expect(uncaught).toEqual([]);
  });
});

test('an abort with a reason that is not an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lading-hanging-'));
  const aborts = new AbortController();
  const extracted = extract(giving(file, hanging), folder, { signal: aborts.signal });
  setTimeout(() => aborts.abort('enough'), 20);
  expect(await extracted.catch((error: unknown) => error)).toBe('enough');
});

test('a filter that fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lading-filter-'));
  const filter = (): boolean => {
    throw failure;
  };
  expect(await extract(file, folder, { filter }).catch((error: unknown) => error)).toBe(failure);
});

test('a stream of strings or of objects is rejected', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lading-strings-'));
  for (const source of [Readable.from(['text']), Readable.from([{}]), 'text', undefined]) {
    await expect(extract(source as never, folder)).rejects.toMatchObject({ code: 'BODY_INVALID' });
  }
});

// Zeros become a 1023rd of their size; the largest ratio is 1000.
test.each([
  ['zeros', '', 'ARCHIVE_INVALID'],
  ['zeros after some noise', randomBytes(1000).toString('hex'), undefined],
])('extracts compressed %s or refuses them, by their ratio', async (_, noise, code) => {
  const folder = await mkdtemp(join(tmpdir(), 'lading-ratio-'));
  const entries = { noise, zeros: '\0'.repeat(4_000_000) };
  const blocks = Object.entries(entries).map(([path, data]) => entryBytes({ type: 'File', path, data }));
  const result = await extract(Readable.from([gzipSync(Buffer.concat(blocks))]), folder).then(
    () => undefined,
    (error: unknown) => (error as { readonly code: unknown }).code,
  );
  expect(result).toBe(code);
});
