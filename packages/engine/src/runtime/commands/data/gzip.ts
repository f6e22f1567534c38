/** `gzip`, `gunzip` and `zcat`. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { CommandError, entryOf, readFile, readInput } from '../command.js';
import { readOptions } from '../options.js';
import { fromBytes, type ByteStreams, type TextCommand } from '../text/bytes.js';

/** The bytes that a command may keep. */
const maximum = 1 << 26;

/** @throws CommandError */
export function gunzip(data: Buffer, problem = 'invalid magic'): Buffer {
  if (data[0] !== 0x1f || data[1] !== 0x8b) throw new CommandError(problem);
  try {
    return gunzipSync(data, { maxOutputLength: maximum });
  } catch (error) {
    const isLarge = error instanceof RangeError;
    throw new CommandError(isLarge ? 'No space left on device' : 'corrupted data');
  }
}

interface Mode {
  readonly isReverse: boolean;
  readonly printsAll: boolean;
  readonly problem?: string;
}

export function gzip(mode: Mode): TextCommand {
  return async (streams, words) => {
    const { flags, operands } = readOptions(words, {
      letters: 'cdfkqtvn123456789',
      long: { stdout: 'c', decompress: 'd', keep: 'k', force: 'f' },
    });
    const isReverse = mode.isReverse || flags.has('d') || flags.has('t');
    const prints = mode.printsAll || flags.has('c');
    const level = Number([...flags].find((flag) => /\d/.test(flag)) ?? 6);
    const converted = (data: Buffer): Buffer => (isReverse ? gunzip(data, mode.problem) : gzipSync(data, { level }));
    if (operands.length === 0) {
      const data = converted(await readInput(streams.process));
      if (!flags.has('t')) await streams.process.write('stdout', data);
      return;
    }
    for (const name of operands)
      await streams.attempt(() => convertFile(streams, name, { flags, isReverse, prints, converted }));
  };
}

interface FileConversion {
  readonly flags: ReadonlySet<string>;
  readonly isReverse: boolean;
  readonly prints: boolean;
  readonly converted: (data: Buffer) => Buffer;
}

async function convertFile(
  streams: ByteStreams,
  name: string,
  { flags, isReverse, prints, converted }: FileConversion,
): Promise<void> {
  const { process } = streams;
  const path = fromBytes(name);
  const kind = entryOf(process, path)?.kind;
  if (kind === undefined) throw new CommandError(`${name}: No such file or directory`);
  if (kind === 'folder') throw new CommandError(`can't remove file '${name}': Is a directory`);
  const target = isReverse ? targetOf(name) : `${name}.gz`;
  if (!prints && !flags.has('t') && target === undefined) throw new CommandError(`${name}: unknown suffix - ignored`);
  const data = converted(readFile(process, path));
  if (flags.has('t')) return;
  if (prints || target === undefined) return process.write('stdout', data);
  if (entryOf(process, fromBytes(target)) !== undefined && !flags.has('f'))
    throw new CommandError(`can't open '${target}': File exists`);
  streams.write(target, data.toString('latin1'));
  if (!flags.has('k')) process.settings.files.remove(streams.pathOf(name));
}

function targetOf(name: string): string | undefined {
  if (/\.t[ag]z$/.test(name)) return name.replace(/\.t[ag]z$/, '.tar');
  return /.\.(?:gz|z|Z)$/.test(name) ? name.replace(/\.(?:gz|z|Z)$/, '') : undefined;
}
