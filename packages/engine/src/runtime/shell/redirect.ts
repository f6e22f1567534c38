/** Redirections: files, here-documents, and copies of streams. */
import type { ParsedScript, RedirectDescriptor, Redirection } from 'unbash';
import { newFile } from '../../filesystem/memory-tree.js';
import { ReadOnlyError } from '../../filesystem/mounted-tree.js';
import { followLinks, resolvePath } from '../../filesystem/paths.js';
import { endedInput, Input } from '../../streams/input.js';
import type { ProcessContext } from '../process-context.js';
import type { Descriptor, OutputSink, ProcessStreams } from '../process-streams.js';
import type { Expander } from './expand.js';
import type { ShellState } from './shell-state.js';

type Descriptors = Map<number, Descriptor>;

/** @throws Error if a file cannot be opened, or there is nothing by a number */
export async function redirect(
  redirections: readonly Redirection[],
  streams: ProcessStreams,
  expander: Expander,
  state: ShellState,
): Promise<ProcessStreams> {
  const { process, options } = state;
  const { input, stdout, stderr, others = [] } = streams;
  const open: Descriptors = new Map([[0, { input }], [1, { sink: stdout }], [2, { sink: stderr }], ...others]);
  for (const redirection of redirections) {
    const { descriptor } = redirection;
    const reads = redirection.type !== 'Redirect' || redirection.operator.startsWith('<');
    const number = descriptor === undefined ? (reads ? 0 : 1) : numberOf(descriptor, redirection, open, state);
    if (redirection.type === 'HereDoc') {
      const { body, delimiter } = redirection;
      const text = delimiter?.quoted === true ? body.text : await expander.document(body);
      open.set(number, { input: inputOf(redirection.operator === '<<-' ? text.replaceAll(/^\t+/gm, '') : text) });
      continue;
    }
    const target = await expander.text(redirection.target);
    if (redirection.type === 'HereString') {
      open.set(number, { input: inputOf(`${target}\n`) });
      continue;
    }
    const { operator } = redirection;
    switch (operator) {
      case '<':
        open.set(number, opened(open, target) ?? { input: inputOf(fileContent(process, target)) });
        break;
      case '<>': {
        const { sink } = fileSink(process, target, open, { appends: true });
        open.set(number, { input: inputOf(fileContent(process, target)), sink });
        break;
      }
      case '>&':
      case '<&': {
        if (target === '-') open.delete(number);
        else if (/^\d+$/.test(target)) {
          const copied = open.get(Number(target));
          if (copied === undefined) throw new Error(`${target}: Bad file descriptor`);
          open.set(number, copied);
        } else if (operator === '>&') both(open, fileSink(process, target, open, {}));
        else throw new Error(`${target}: bad number`);
        break;
      }
      case '&>':
      case '&>>':
        both(open, fileSink(process, target, open, { appends: operator === '&>>' }));
        break;
      default:
        open.set(
          number,
          fileSink(process, target, open, { appends: operator === '>>', isNew: operator === '>' && options.has('C') }),
        );
    }
  }
  const rest = new Map([...open].filter(([number]) => number > 2));
  return {
    input: open.get(0)?.input ?? endedInput(),
    stdout: open.get(1)?.sink ?? closed,
    stderr: open.get(2)?.sink ?? discard,
    ...(rest.size > 0 && { others: rest }),
  };
}

/** The number of `3>`; of `{name}>`, one that is free, which the variable receives, unless it is closed. */
function numberOf(
  descriptor: RedirectDescriptor,
  redirection: Redirection,
  open: Descriptors,
  state: ShellState,
): number {
  if (descriptor.type === 'FileDescriptor') return descriptor.value;
  if (redirection.type === 'Redirect' && redirection.target?.text === '-') return Number(state.value(descriptor.name));
  let number = 10;
  while (open.has(number)) number += 1;
  state.assign(descriptor.name, String(number));
  return number;
}

const discard: OutputSink = () => Promise.resolve();
const closed: OutputSink = () => Promise.reject(new Error('write error: Bad file descriptor'));

function both(open: Descriptors, descriptor: Descriptor): void {
  open.set(1, descriptor).set(2, descriptor);
}

/** Finds what is open under a name such as `/dev/fd/3`. */
function opened(open: Descriptors, target: string): Descriptor | undefined {
  const [, standard, number] = /^\/dev\/std(in|out|err)$|^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(target) ?? [];
  if (standard === undefined && number === undefined) return undefined;
  return open.get(number === undefined ? ['in', 'out', 'err'].indexOf(standard ?? '') : Number(number));
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

function fileSink(
  process: ProcessContext,
  target: string,
  open: Descriptors,
  { appends = false, isNew = false }: { readonly appends?: boolean; readonly isNew?: boolean },
): Descriptor {
  if (target === '/dev/null') return { sink: discard };
  const found = opened(open, target);
  if (found !== undefined) return found;
  const [, owner, descriptor] = /^\/proc\/(\d+)\/fd\/([12])$/.exec(target) ?? [];
  if (owner !== undefined) {
    // Those of the first process are the log of the container.
    const others = process.table.get(Number(owner))?.visible?.streams;
    if (others !== undefined) return { sink: descriptor === '2' ? others.stderr : others.stdout };
  }
  const { files } = process.settings;
  const wanted = resolvePath(target, process.folder);
  const path = followLinks(files, wanted) ?? wanted;
  const before = files.get(path);
  if (before?.kind === 'folder') throw new Error(`can't create ${target}: Is a directory`);
  if (isNew && before !== undefined) throw new Error(`can't create ${target}: File exists`);
  if (files.get(resolvePath('..', path))?.kind !== 'folder')
    throw new Error(`can't create ${target}: nonexistent directory`);
  const content = (): Buffer => {
    const entry = files.get(path);
    return entry?.kind === 'file' ? entry.data : Buffer.alloc(0);
  };
  const mode = before?.kind === 'file' ? before.mode : 0o666 & ~process.entry.umask;
  const write = (data: Buffer): void => files.put(path, newFile(data, process.clock.now(), mode));
  try {
    files.put(path, appends && before !== undefined ? before : newFile(Buffer.alloc(0), process.clock.now(), mode));
  } catch (error) {
    throw error instanceof ReadOnlyError ? new Error(`can't create ${target}: Read-only file system`) : error;
  }
  return {
    sink(data) {
      write(Buffer.concat([content(), Buffer.from(data as Uint8Array)]));
      return Promise.resolve();
    },
  };
}

/** Returns the redirection of a script that is `<file` and no more: its output is the content. */
export function onlyFileOf({ commands: [statement, ...more] }: ParsedScript): readonly Redirection[] | undefined {
  const command = statement?.command;
  if (more.length > 0 || command?.type !== 'Command' || command.name !== undefined) return undefined;
  const [only] = command.redirects;
  return command.prefix.length === 1 && only?.type === 'Redirect' && only.operator === '<'
    ? command.redirects
    : undefined;
}
