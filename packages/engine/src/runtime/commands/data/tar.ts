/** The command `tar`. */
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Header } from 'tar-stream';
import { addTo, tarStream } from '../../../filesystem/tar.js';
import { newFile, newFolder } from '../../../filesystem/memory-tree.js';
import { resolvePath } from '../../../filesystem/paths.js';
import type { TreeEntry } from '../../../ports/filesystem.js';
import type { ProcessContext } from '../../process-context.js';
import { CommandError, entryOf, fail, pathOf, print, readFile, readInput, unresolved, writeFile } from '../command.js';
import { modeText, sizeOf } from '../files/entry-text.js';
import { dateText } from '../date.js';
import { readOptions, type Options } from '../options.js';
import { patternExpression } from '../../shell/pattern.js';
import { findGroup, findUser } from '../users.js';
import { gunzip } from './gzip.js';

const usage = 'usage: tar c|x|t [-zavokOp] [-f TARFILE] [-C DIR] [FILE]...';
/** The bytes that an archive may have. */
const maximum = 1 << 26;

export async function tar(process: ProcessContext, words: readonly string[]): Promise<number> {
  const [first = '', ...rest] = words;
  // The first word may have options without a dash; what has a value takes the next words, in order.
  const given = /^[^-]/.test(first) ? oldOptions(first, rest) : words;
  const options = readOptions(given, {
    letters: 'ctxzjJavokOpf:C:s:e:',
    long: {
      create: 'c',
      list: 't',
      extract: 'x',
      get: 'x',
      gzip: 'z',
      verbose: 'v',
      file: 'f',
      directory: 'C',
      'to-stdout': 'O',
      'keep-old': 'k',
      'strip-components': 's',
      exclude: 'e',
      'no-same-owner': 'o',
      'numeric-owner': 'n',
    },
  });
  const { flags, values } = options;
  for (const letter of ['j', 'J'])
    if (flags.has(letter)) throw new CommandError(`compression -${letter} is not supported`);
  const folder = values.get('C');
  const archive = values.get('f') ?? '-';
  const base = folder === undefined ? process.folder : pathOf(process, folder);
  if (['c', 't', 'x'].filter((letter) => flags.has(letter)).length !== 1) throw new CommandError(usage);
  const isList = flags.has('t') || flags.has('x');
  const data = isList ? await archiveData(process, archive) : undefined;
  if (process.settings.files.get(base)?.kind !== 'folder')
    throw new CommandError(`can't change directory to '${folder}': No such file or directory`);
  return data === undefined ? create(process, options, base, archive) : read(process, options, base, data);
}

/** Rewrites `xvf a.tar` as `-x -v -f a.tar`. */
function oldOptions(letters: string, words: readonly string[]): string[] {
  const rest = [...words];
  const options = [...letters].flatMap((letter) => {
    if (letter !== 'f' && letter !== 'C') return [`-${letter}`];
    const value = rest.shift();
    return value === undefined ? [`-${letter}`] : [`-${letter}`, value];
  });
  return [...options, ...rest];
}

async function archiveData(process: ProcessContext, name: string): Promise<Buffer> {
  if (name === '-') return readInput(process);
  if (entryOf(process, name) === undefined) throw new CommandError(`can't open '${name}': No such file or directory`);
  return readFile(process, name);
}

async function create(
  process: ProcessContext,
  { flags, values, given, operands }: Options,
  base: string,
  archive: string,
): Promise<number> {
  const { pack } = tarStream();
  const output = pack();
  const chunks: Buffer[] = [];
  const excluded = given.filter(([letter]) => letter === 'e').map(([, pattern]) => patternExpression(pattern));
  if (operands.length === 0) throw new CommandError('empty archive');
  const inBase = { ...process, settings: process.settings, folder: base } as ProcessContext;
  let code = 0;
  let size = 0;
  const warned = new Set<string>();
  for (const name of operands) {
    const path = unresolved(inBase, name);
    if (process.settings.files.get(path) === undefined) {
      code = await fail(process, `tar: ${name}: No such file or directory`);
      continue;
    }
    const [, leading = '', shown = name] = /^((?:\.\.\/)+|\/+)?([^]*)$/.exec(name.replace(/(.)\/+$/, '$1')) ?? [];
    if (leading !== '' && !warned.has(leading)) {
      warned.add(leading);
      await fail(process, `tar: removing leading '${leading}' from member names`);
    }
    for (const [each, entry] of process.settings.files.below(path)) {
      const member = (shown + each.slice(path.length)).replace(/^\/+/, '');
      if (
        member === '' ||
        excluded.some((pattern) => pattern.test(member) || member.split('/').some((part) => pattern.test(part)))
      )
        continue;
      const isArchive = archive !== '-' && each === pathOf(process, archive);
      if (isArchive) continue;
      size += sizeOf(entry);
      if (size > maximum) throw new CommandError('No space left on device');
      addTo(output, member, entry);
      if (flags.has('v'))
        await process.write(archive === '-' ? 'stderr' : 'stdout', `${member}${entry.kind === 'folder' ? '/' : ''}\n`);
    }
  }
  output.finalize();
  for await (const chunk of output) chunks.push(chunk as Buffer);
  const data = Buffer.concat(chunks);
  const written = flags.has('z') || (flags.has('a') && /gz$/.test(values.get('f') ?? '')) ? gzipSync(data) : data;
  if (archive === '-') await process.write('stdout', written);
  else writeFile(process, archive, written);
  return code;
}

async function read(
  process: ProcessContext,
  { flags, values, operands, given }: Options,
  base: string,
  bytes: Buffer,
): Promise<number> {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (flags.has('z') && !isCompressed) throw new CommandError('invalid magic');
  const data = isCompressed ? gunzip(bytes) : bytes;
  if (data.length < 512) throw new CommandError('short read');
  const found = new Set<string>();
  const excluded = given.filter(([letter]) => letter === 'e').map(([, pattern]) => patternExpression(pattern));
  const strip = Number(values.get('s') ?? 0);
  const { extract } = tarStream();
  const parser = extract();
  parser.end(data);
  let code = 0;
  try {
    for await (const entry of parser) {
      const content: Buffer[] = [];
      for await (const chunk of entry) content.push(chunk as Buffer);
      const { header } = entry;
      const name = header.name.replace(/\/+$/, '') + (header.type === 'directory' ? '/' : '');
      const plain = name.replace(/\/$/, '');
      const wanted = operands.find(
        (each) => plain === each.replace(/\/+$/, '') || plain.startsWith(`${each.replace(/\/+$/, '')}/`),
      );
      if (operands.length > 0 && wanted === undefined) continue;
      if (excluded.some((pattern) => pattern.test(plain))) continue;
      if (wanted !== undefined) found.add(wanted);
      if (flags.has('v') || flags.has('t'))
        await print(process, flags.has('t') && flags.has('v') ? longLine(process, header, name) : name);
      if (flags.has('t')) continue;
      if (flags.has('O')) await process.write('stdout', Buffer.concat(content));
      else
        code =
          (await extractTo(process, { base, name: stripped(plain, strip), header, content, keeps: flags.has('k') })) ||
          code;
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('invalid tar magic');
  }
  const missing = operands.find((each) => !found.has(each));
  if (missing !== undefined) throw new CommandError(`${missing}: not found in archive`);
  return code;
}

function stripped(name: string, count: number): string {
  return name.split('/').slice(count).join('/');
}

interface Member {
  /** The folder to extract to. */
  readonly base: string;
  readonly name: string;
  readonly header: Header;
  readonly content: readonly Buffer[];
  readonly keeps: boolean;
}

async function extractTo(process: ProcessContext, { base, name, header, content, keeps }: Member): Promise<number> {
  if (name === '' || name === '.') return 0;
  if (posix.normalize(name).startsWith('..')) throw new CommandError(`name with '..' encountered: '${name}'`);
  const { files } = process.settings;
  const path = resolvePath(`./${name}`, base);
  const common = { mode: header.mode, uid: header.uid, gid: header.gid, modified: header.mtime.getTime() };
  const before = files.get(path);
  if (header.type === 'directory') {
    if (before?.kind !== 'folder') files.put(path, { ...newFolder(), ...common });
    return 0;
  }
  if (before !== undefined && keeps) return fail(process, `tar: can't open '${name}': File exists`);
  if (before?.kind === 'folder') return fail(process, `tar: can't open '${name}': Is a directory`);
  const target = header.type === 'link' ? files.get(resolvePath(`./${header.linkname}`, base)) : undefined;
  const entry: TreeEntry =
    header.type === 'symlink'
      ? { kind: 'link', target: header.linkname, ...common }
      : (target ?? { ...newFile(Buffer.concat(content)), ...common });
  files.put(path, entry);
  return 0;
}

function longLine(
  process: ProcessContext,
  { type, mode, uid, gid, size, mtime, linkname }: Header,
  name: string,
): string {
  const kind = type === 'directory' ? 'folder' : type === 'symlink' ? 'link' : 'file';
  const text = modeText({ kind, mode, uid, gid, modified: 0, data: Buffer.alloc(0), target: '' } as TreeEntry);
  const owner = `${findUser(process, String(uid))?.name ?? uid}/${findGroup(process, String(gid))?.name ?? gid}`;
  const link = kind === 'link' ? ` -> ${linkname}` : '';
  return `${text} ${owner} ${String(size ?? 0).padStart(9)} ${dateText(mtime.getTime(), '%F %T')} ${name}${link}`;
}
