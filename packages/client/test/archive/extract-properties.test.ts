/** Property tests of extract: the files on disk equal the packed ones, for any archive, format, chunks and source. */
import { mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { ArchiveError, extract } from '../../src/index.js';
import { arrivals, cut, endBlocks, entryBytes, padded, rawHeader, type TestEntry } from './archives.js';

const names = fc.constantFrom(
  'a',
  'é',
  'sub/b',
  `${'long'.repeat(40)}/${'ä'.repeat(90)}`,
  'ü'.repeat(110),
  '漢'.repeat(60),
);
const size = fc.constantFrom(0, 1, 511, 512, 513, 70_000);
const entry = fc.record({ name: names, size, type: fc.constantFrom('File', 'Directory', 'SymbolicLink', 'Link') });
const lengths = fc.oneof(
  fc.constantFrom([1], [511], [512], [513], [1_000_000]),
  fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 6 }),
);

/** Entries with distinct names; links lead to a file that comes before them. */
function entriesOf(wanted: readonly { name: string; size: number; type: string }[]): TestEntry[] {
  const target: TestEntry = { type: 'File', path: 'target-ñ', data: 'target' };
  const entries = wanted.map(({ name, size: length, type }, index): TestEntry => {
    const path = `${index}-${name}`;
    if (type === 'File') return { type, path, data: 'x'.repeat(length) };
    if (type === 'Directory') return { type, path };
    if (type === 'Link') return { type, path, linkpath: target.path };
    return { type: 'SymbolicLink', path, linkpath: `${'n'.repeat(length % 150)}ö` };
  });
  return [target, ...entries];
}

async function expectOnDisk(folder: string, { type, path, data: content = '', linkpath }: TestEntry): Promise<void> {
  const file = join(folder, path);
  if (type === 'File') expect(await readFile(file, 'utf8')).toBe(content);
  else if (type === 'Directory') expect((await stat(file)).isDirectory()).toBe(true);
  else if (type === 'SymbolicLink') expect(await readlink(file)).toBe(linkpath);
  else expect((await stat(file)).ino).toBe((await stat(join(folder, linkpath ?? ''))).ino);
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lading-extract-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** How often a long archive is split into single bytes; this determines the duration of the test. */
function bounded(bytes: Buffer, wanted: readonly number[]): readonly number[] {
  return wanted.length === 1 && wanted[0] === 1 && bytes.length > 8_000 ? [67] : wanted;
}

test('extract restores what was packed', async () => {
  const cases = fc.record({
    wanted: fc.array(entry, { maxLength: 5 }),
    format: fc.constantFrom('gnu' as const, 'pax' as const),
    compressed: fc.boolean(),
    lengths,
    arrival: fc.constantFrom(...Object.keys(arrivals)),
    skipLast: fc.boolean(),
    endMarker: fc.constantFrom(0, 1, 2, 20),
  });
  const property = fc.asyncProperty(cases, async (given) => {
    const entries = entriesOf(given.wanted);
    const blocks = [...entries.map((one) => entryBytes(one, given.format)), Buffer.alloc(512 * given.endMarker)];
    const plain = Buffer.concat(blocks);
    const bytes = given.compressed ? gzipSync(plain) : plain;
    const skipped = given.skipLast && entries.length > 1 ? entries.at(-1) : undefined;
    await inFolder(async (folder) => {
      const source = arrivals[given.arrival]?.(cut(bytes, bounded(bytes, given.lengths))) ?? bytes;
      await extract(source, folder, { filter: (path) => path.replace(/\/$/, '') !== skipped?.path });
      for (const one of entries) if (one !== skipped) await expectOnDisk(folder, one);
      if (skipped) expect(await readdir(folder)).not.toContain(skipped.path.split('/')[0]);
    });
  });
  await fc.assert(property, { numRuns: inject('isFullRun') ? 60 : 12 });
});

test('an archive that is truncated within an entry, or in its compressed bytes, is an error', async () => {
  const entries = entriesOf([
    { name: 'ü'.repeat(110), size: 700, type: 'File' },
    { name: 'c', size: 0, type: 'Directory' },
    { name: 'd', size: 513, type: 'File' },
  ]);
  const parts = entries.map((one) => entryBytes(one));
  const plain = Buffer.concat([...parts, endBlocks]);
  const compressed = gzipSync(plain);
  const boundaries = new Set(parts.map((_part, index) => Buffer.concat(parts.slice(0, index + 1)).length));
  const end = plain.length - endBlocks.length;
  const cases = fc.record({
    at: fc.oneof(fc.integer({ min: 0, max: end }), fc.constantFrom(...boundaries, 0, 512, 1024, end - 1)),
    lengths,
    gzip: fc.boolean(),
    arrival: fc.constantFrom(...Object.keys(arrivals)),
  });
  const property = fc.asyncProperty(cases, async (given) => {
    const whole = given.gzip ? compressed : plain;
    const at = given.gzip ? given.at % compressed.length : given.at;
    const source = arrivals[given.arrival]?.(cut(whole.subarray(0, at), given.lengths)) ?? whole;
    const result = await inFolder((folder) =>
      extract(source, folder).then(
        () => 'extracted',
        (error: unknown) => error,
      ),
    );
    // As with GNU tar, the blocks of zeros may be missing after an entry.
    if (!given.gzip && boundaries.has(at)) expect(result).toBe('extracted');
    else expect(result).toBeInstanceOf(ArchiveError);
  });
  await fc.assert(property, { numRuns: inject('isFullRun') ? 60 : 12 });
});

const sparseOfPax = (key: string): Buffer => {
  const record = `${key}=1\n`;
  const text = Buffer.from(`${record.length + 3} ${record}`);
  return Buffer.concat([rawHeader('PaxHeader', 'x', text.length), padded(text)]);
};

test.each<[string, string, Buffer]>([
  ['zstd', 'COMPRESSION_UNSUPPORTED', Buffer.from('28b52ffd24001122334455', 'hex')],
  ['xz', 'COMPRESSION_UNSUPPORTED', Buffer.from('fd377a585a000004e6d6b446', 'hex')],
  ['bzip2', 'COMPRESSION_UNSUPPORTED', Buffer.from('BZh91AY&SYabcd')],
  ['sparse', 'ENTRY_REFUSED', Buffer.concat([rawHeader('file', 'S', 512), Buffer.alloc(512, 1)])],
  ['sparse', 'ARCHIVE_INVALID', Buffer.concat([sparseOfPax('GNU.sparse.major'), rawHeader('file', '0', 0)])],
  ['ContinuationFile', 'ENTRY_REFUSED', rawHeader('file', 'M', 0)],
  ['Unsupported', 'ENTRY_REFUSED', rawHeader('file', 'Z', 0)],
  ['malformed', 'ARCHIVE_INVALID', Buffer.concat([rawHeader('x', 'x', 9), padded(Buffer.from('99 path=a'))])],
  ['line break', 'ARCHIVE_INVALID', Buffer.concat([rawHeader('x', 'x', 12), padded(Buffer.from('12 path=a\nb\n'))])],
  ['too long', 'ARCHIVE_INVALID', rawHeader('x', 'L', 2_000_000)],
  ['checksum', 'ARCHIVE_INVALID', Buffer.concat([entryBytes({ type: 'File', path: 'a' }), Buffer.alloc(512, 1)])],
  ['block of zeros', 'ARCHIVE_INVALID', Buffer.concat([Buffer.alloc(512), entryBytes({ type: 'File', path: 'a' })])],
])('%s is refused by name (%s), not skipped', async (word, code, bytes) => {
  await inFolder(async (folder) => {
    const error: unknown = await extract(bytes, folder).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ArchiveError);
    expect(error).toMatchObject({ code, message: expect.stringContaining(word) as string });
  });
});

test('an archive without entries is valid, and labels are skipped', async () => {
  await inFolder(async (folder) => {
    await extract(endBlocks, folder);
    await extract(Buffer.concat([rawHeader('label', 'V', 0), entryBytes({ type: 'File', path: 'a' })]), folder);
    expect(await readdir(folder)).toEqual(['a']);
  });
});

test('bytes after the end are ignored, a failure of the stream there is not', async () => {
  const archive = Buffer.concat([entryBytes({ type: 'File', path: 'a' }), endBlocks]);
  await inFolder(async (folder) => {
    await extract(Buffer.concat([archive, Buffer.from('rubbish')]), folder);
    const failure = new Error('late');
    const failing = async function* () {
      yield archive;
      throw failure;
    };
    expect(await extract(Readable.from(failing()), folder).catch((error: unknown) => error)).toBe(failure);
  });
});
