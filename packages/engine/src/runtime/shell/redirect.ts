/** Redirections: files, here-documents, and copies of streams. */
import type { Redirection } from 'unbash';
import { newFile } from '../../filesystem/memory-tree.js';
import { ReadOnlyError } from '../../filesystem/mounted-tree.js';
import { followLinks, resolvePath } from '../../filesystem/paths.js';
import { Input } from '../../streams/input.js';
import type { ProcessContext } from '../process-context.js';
import type { OutputSink, ProcessStreams } from '../process-streams.js';
import type { Expander } from './expand.js';

/** @throws Error if a file cannot be opened */
export async function redirect(
  redirections: readonly Redirection[],
  streams: ProcessStreams,
  expander: Expander,
  process: ProcessContext,
): Promise<ProcessStreams> {
  let { input, stdout, stderr } = streams;
  for (const redirection of redirections) {
    if (redirection.type === 'HereDoc') {
      const { body, delimiter } = redirection;
      const text =
        body.parts === undefined || delimiter?.quoted === true ? body.text : await expander.parts(body.parts);
      input = inputOf(redirection.operator === '<<-' ? text.replaceAll(/^\t+/gm, '') : text);
      continue;
    }
    const target = await expander.text(redirection.target);
    if (redirection.type === 'HereString') {
      input = inputOf(`${target}\n`);
      continue;
    }
    const { operator, descriptor } = redirection;
    const isError = descriptor?.type === 'FileDescriptor' && descriptor.value === 2;
    switch (operator) {
      case '<':
      case '<>':
        input = inputOf(fileContent(process, target));
        break;
      case '>&':
      case '<&': {
        if (operator === '<&' && target === '-') break;
        const sink = target === '1' ? stdout : target === '2' ? stderr : target === '-' ? discard : undefined;
        if (sink === undefined) [stdout, stderr] = both(fileSink(process, target, false, streams));
        else if (isError) stderr = sink;
        else stdout = sink;
        break;
      }
      case '&>':
      case '&>>':
        [stdout, stderr] = both(fileSink(process, target, operator === '&>>', streams));
        break;
      default: {
        const sink = fileSink(process, target, operator === '>>', { input, stdout, stderr });
        if (isError) stderr = sink;
        else if (descriptor?.type !== 'FileDescriptor' || descriptor.value === 1) stdout = sink;
      }
    }
  }
  return { input, stdout, stderr };
}

const discard: OutputSink = () => Promise.resolve();

function both(sink: OutputSink): [OutputSink, OutputSink] {
  return [sink, sink];
}

function inputOf(content: string | Uint8Array): Input {
  const input = new Input();
  input.write(Buffer.from(content as Uint8Array));
  input.end();
  return input;
}

function fileContent({ settings: { files }, folder }: ProcessContext, target: string): Uint8Array {
  if (target === '/dev/null') return Buffer.alloc(0);
  const path = followLinks(files, resolvePath(target, folder));
  const entry = path === undefined ? undefined : files.get(path);
  if (entry?.kind === 'file') return entry.data;
  throw new Error(`can't open ${target}: ${entry === undefined ? 'no such file' : 'Is a directory'}`);
}

function fileSink(process: ProcessContext, target: string, appends: boolean, streams: ProcessStreams): OutputSink {
  if (target === '/dev/null') return discard;
  if (target === '/dev/stdout') return streams.stdout;
  if (target === '/dev/stderr') return streams.stderr;
  const [, owner, descriptor] = /^\/proc\/(\d+|self)\/fd\/([12])$/.exec(target) ?? [];
  if (owner !== undefined) {
    // Those of the first process are the log of the container.
    const others = owner === 'self' ? streams : process.table.get(Number(owner))?.visible?.streams;
    if (others !== undefined) return descriptor === '2' ? others.stderr : others.stdout;
  }
  const { files } = process.settings;
  const wanted = resolvePath(target, process.folder);
  const path = followLinks(files, wanted) ?? wanted;
  const before = files.get(path);
  if (before?.kind === 'folder') throw new Error(`can't create ${target}: Is a directory`);
  if (files.get(resolvePath('..', path))?.kind !== 'folder')
    throw new Error(`can't create ${target}: nonexistent directory`);
  const content = (): Buffer => {
    const entry = files.get(path);
    return entry?.kind === 'file' ? entry.data : Buffer.alloc(0);
  };
  const mode = before?.kind === 'file' ? before.mode : 0o644;
  const write = (data: Buffer): void => files.put(path, newFile(data, process.clock.now(), mode));
  try {
    files.put(path, appends && before !== undefined ? before : newFile(Buffer.alloc(0), process.clock.now(), mode));
  } catch (error) {
    throw error instanceof ReadOnlyError ? new Error(`can't create ${target}: Read-only file system`) : error;
  }
  return (data) => {
    write(Buffer.concat([content(), Buffer.from(data as Uint8Array)]));
    return Promise.resolve();
  };
}
