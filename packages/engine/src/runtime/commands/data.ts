/** Commands of bytes: checksums, encodings, copies. */
import { createHash } from 'node:crypto';
import type { ProcessContext } from '../process-context.js';
import { fail, print, readFile, readInput, readSources, writeFile, type Commands } from './command.js';
import { readCount, readOptions } from './options.js';

export const dataCommands: Commands = {
  async base64(process, words) {
    const { flags, values, operands } = readOptions(words, { letters: 'dw:', long: { decode: 'd', wrap: 'w' } });
    const data = await readSources(process, operands);
    if (flags.has('d')) return process.write('stdout', Buffer.from(data.toString(), 'base64')).then(() => 0);
    const width = readCount(values.get('w') ?? '76', '');
    const text = data.toString('base64');
    if (width === 0) return print(process, text, '');
    return print(process, text.replaceAll(new RegExp(`.{${width}}(?=.)`, 'g'), '$&\n'), text === '' ? '' : '\n');
  },
  md5sum: (process, words) => checksums(process, words, 'md5'),
  sha1sum: (process, words) => checksums(process, words, 'sha1'),
  sha256sum: (process, words) => checksums(process, words, 'sha256'),
  sha512sum: (process, words) => checksums(process, words, 'sha512'),
  async dd(process, words) {
    const values = new Map(words.map((word) => word.split('=', 2) as [string, string]));
    const block = sizeOf(values.get('bs') ?? '512');
    const count = values.has('count') ? Number(values.get('count')) : undefined;
    const source = values.get('if');
    if (count !== undefined && block * count > 1 << 26) return fail(process, 'dd: no space left on device');
    const input =
      source === '/dev/zero' || source === '/dev/urandom'
        ? Buffer.alloc(block * (count ?? 0))
        : source === undefined
          ? await readInput(process)
          : readFile(process, source);
    const data = count === undefined ? input : input.subarray(0, block * count);
    const target = values.get('of');
    if (target === undefined) await process.write('stdout', data);
    else if (target !== '/dev/null') writeFile(process, target, data);
    return fail(process, `${data.length} bytes copied`, 0);
  },
};

async function checksums(process: ProcessContext, words: readonly string[], algorithm: string): Promise<number> {
  const { operands } = readOptions(words, { letters: '' });
  for (const name of operands.length === 0 ? ['-'] : operands)
    await print(
      process,
      `${createHash(algorithm)
        .update(await readSources(process, [name]))
        .digest('hex')}  ${name}`,
    );
  return 0;
}

function sizeOf(text: string): number {
  const units: Readonly<Record<string, number>> = { k: 1024, K: 1024, M: 1 << 20, G: 1 << 30 };
  return Number.parseInt(text, 10) * (units[text.at(-1) ?? ''] ?? 1);
}
