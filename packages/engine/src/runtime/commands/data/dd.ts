/** The command `dd`. */
import type { ProcessContext } from '../../process-context.js';
import { CommandError, entryOf, fail, print, readFile, readInput, writeFile, writeProblem } from '../command.js';

const operands = ['if', 'of', 'bs', 'ibs', 'obs', 'count', 'skip', 'seek', 'conv', 'iflag', 'oflag', 'status'];
const conversions = ['notrunc', 'sync', 'noerror', 'fsync', 'swab'];
const flags = ['skip_bytes', 'count_bytes', 'seek_bytes', 'fullblock', 'append', 'direct'];
const units: Readonly<Record<string, number>> = {
  '': 1,
  c: 1,
  w: 2,
  b: 512,
  k: 1024,
  K: 1024,
  kD: 1000,
  M: 1 << 20,
  MD: 1e6,
  G: 1 << 30,
  GD: 1e9,
};

/** The bytes that a command may keep. */
const maximum = 1 << 26;

export async function dd(process: ProcessContext, words: readonly string[]): Promise<number> {
  const values = new Map<string, string>();
  for (const word of words) {
    const [, name = '', value] = /^([a-z]+)=(.*)$/.exec(word) ?? [];
    if (value === undefined || !operands.includes(name))
      throw new CommandError(`usage: dd [if=FILE] [of=FILE] [${operands.slice(2).join('=N] [')}=N]`);
    values.set(name, value);
  }
  const conversion = listOf(values, 'conv', conversions);
  const input = listOf(values, 'iflag', flags);
  const output = listOf(values, 'oflag', flags);
  const block = sizeOf(values.get('bs') ?? values.get('ibs') ?? '512');
  if (block === 0) throw new CommandError(`invalid number '${values.get('bs') ?? values.get('ibs')}'`);
  const outputBlock = sizeOf(values.get('bs') ?? values.get('obs') ?? '512');
  const [count, skip, seek] = ['count', 'skip', 'seek'].map((name) => {
    const text = values.get(name);
    return text === undefined ? undefined : sizeOf(text);
  });
  const skipped = (skip ?? 0) * (input.has('skip_bytes') ? 1 : block);
  const length = count === undefined ? undefined : count * (input.has('count_bytes') ? 1 : block);
  const start = (seek ?? 0) * (output.has('seek_bytes') ? 1 : outputBlock);
  if ((length ?? 0) > maximum || start > maximum) return fail(process, 'dd: No space left on device');

  const source = await sourceOf(process, values.get('if'), length);
  const read = source.subarray(skipped, length === undefined ? undefined : skipped + length);
  const data = converted(read, block, conversion);
  const target = values.get('of');
  if (target === undefined) await process.write('stdout', data);
  else if (target !== '/dev/null') {
    const problem = writeProblem(process, target);
    if (problem !== undefined) throw new CommandError(`can't open '${target}': ${problem}`);
    const entry = entryOf(process, target);
    const before = entry?.kind === 'file' ? entry.data : Buffer.alloc(0);
    writeFile(
      process,
      target,
      placed(before, data, { start, keeps: conversion.has('notrunc'), appends: output.has('append') }),
    );
  }
  if (values.get('status') === 'none') return 0;
  const blocks = (size: number, unit: number): string => `${Math.floor(size / unit)}+${size % unit === 0 ? 0 : 1}`;
  await process.write(
    'stderr',
    `${blocks(read.length, block)} records in\n${blocks(data.length, values.has('obs') ? outputBlock : block)} records out\n`,
  );
  return values.get('status') === 'noxfer' ? 0 : print(process, '', '').then(() => copied(process, data.length));
}

async function copied(process: ProcessContext, size: number): Promise<number> {
  await process.write('stderr', `${size} bytes (${size}B) copied, 0.000100 seconds, 1.0MB/s\n`);
  return 0;
}

/** @throws CommandError */
async function sourceOf(
  process: ProcessContext,
  name: string | undefined,
  length: number | undefined,
): Promise<Buffer> {
  if (name === undefined) return readInput(process);
  if (name === '/dev/zero' || name === '/dev/urandom' || name === '/dev/random') {
    if (length === undefined) throw new CommandError('No space left on device');
    const data = Buffer.alloc(length);
    return name === '/dev/zero' ? data : (data.map(() => Math.floor(Math.random() * 256)) as Buffer);
  }
  return readFile(process, name);
}

function converted(data: Buffer, block: number, conversion: ReadonlySet<string>): Buffer {
  const swapped = Buffer.from(data);
  if (conversion.has('swab')) swapped.subarray(0, swapped.length & ~1).swap16();
  const missing = conversion.has('sync') ? (block - (data.length % block)) % block : 0;
  return missing === 0 ? swapped : Buffer.concat([swapped, Buffer.alloc(missing)]);
}

/** Returns the content of the file after data was written at a place. */
function placed(
  before: Buffer,
  data: Buffer,
  { start, keeps, appends }: { readonly start: number; readonly keeps: boolean; readonly appends: boolean },
): Buffer {
  const at = appends ? (keeps ? before.length : 0) : start;
  const head = Buffer.alloc(at);
  before.copy(head, 0, 0, at);
  return Buffer.concat([head, data, ...(keeps ? [before.subarray(at + data.length)] : [])]);
}

function listOf(values: ReadonlyMap<string, string>, name: string, allowed: readonly string[]): ReadonlySet<string> {
  const all = values.get(name)?.split(',') ?? [];
  const unknown = all.find((each) => !allowed.includes(each));
  if (unknown !== undefined) throw new CommandError(`invalid argument '${unknown}' to '${name}'`);
  return new Set(all);
}

function sizeOf(text: string): number {
  const parts = text.split('x').map((part) => {
    const [, digits, unit = ''] = /^(\d+)([a-zA-Z]*)$/.exec(part) ?? [];
    if (digits === undefined || !Object.hasOwn(units, unit)) throw new CommandError(`invalid number '${text}'`);
    return Number(digits) * (units[unit] ?? 1);
  });
  return parts.reduce((product, part) => product * part, 1);
}
