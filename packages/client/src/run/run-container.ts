/** Runs an existing container: attaches, starts it and waits for its end. */
import type { Writable } from 'node:stream';
import {
  InputError,
  JsonStream,
  ServerError,
  type Attachment,
  type CallOptions,
  type Operation,
} from '@lading/runtime-client';
import type { AnyEngine } from '../../gen/engine.js';
import type { ContainerInput } from './container-input.js';
import { drained } from './drained.js';
import type { RunResult } from './run-result.js';

interface ContainerRun {
  readonly input: ContainerInput | undefined;
  readonly stdout: Writable | undefined;
  readonly stderr: Writable | undefined;
  readonly tty: boolean;
  /** The engine removes the container by itself. */
  readonly autoRemove: boolean;
  readonly signal: AbortSignal;
}

type Sinks = Pick<ContainerRun, 'stdout' | 'stderr'>;

export async function runContainer(engine: AnyEngine, id: string, options: ContainerRun): Promise<RunResult> {
  const { input, tty, autoRemove } = options;
  const ended = new AbortController();
  const calls: CallOptions = { signal: AbortSignal.any([ended.signal, options.signal]) };
  try {
    const attachment = await engine.container.attach(
      { id, stream: true, stdout: true, stderr: true, ...(input && { stdin: true }) },
      { ...calls, tty },
    );
    // The engine must register the wait before the start, or the exit of a short-lived container would be missed.
    const condition = autoRemove ? 'removed' : 'next-exit';
    const exits = await engine.call(registeredWait, { id, condition }, calls);
    const collected = collect(attachment, options);
    const exited = exits.toArray();
    // Both promises are awaited below; until then a rejection must not end the process.
    for (const pending of [collected, exited]) pending.catch(() => undefined);
    await engine.container.start({ id }, calls);
    // Engines treat the end of a terminal's input as the end of its output, too.
    const fed = input?.feed(attachment.stdin, { end: !tty });
    const [output, [exit]] = await Promise.all([collected, exited]);
    input?.close();
    attachment.close();
    await fed;
    if (exit?.Error?.Message) {
      throw new ServerError('SERVER_ERROR', 500, exit.Error.Message, {
        operation: registeredWait.id,
        method: registeredWait.method,
        path: registeredWait.path,
        version: engine.version,
      });
    }
    return { id, exitCode: exit?.StatusCode ?? -1, ...output };
  } finally {
    ended.abort();
  }
}

interface Exit {
  readonly StatusCode: number;
  readonly Error?: { readonly Message?: string } | null;
}

// Like `container.wait`, but the call resolves as soon as the engine has registered the wait.
const registeredWait: Operation<{ readonly id: string; readonly condition: string }, JsonStream<Exit>> = {
  id: 'ContainerWait',
  method: 'POST',
  path: '/containers/{id}/wait',
  query: { condition: 'plain' },
  response: { kind: 'stream', decode: (body, context) => new JsonStream<Exit>(body, context) },
};

async function collect(
  attachment: Attachment,
  { stdout, stderr }: Sinks,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const pieces: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  const sinks = { stdout, stderr };
  const watched = [stdout, stderr].filter((sink) => sink !== undefined);
  // A stream that fails while nothing is written to it must end the run, not the process.
  const left = () => attachment.close();
  for (const sink of watched) for (const name of ['close', 'error']) sink.on(name, left);
  try {
    for await (const { stream, data } of attachment) {
      const sink = sinks[stream];
      if (sink === undefined) pieces[stream].push(Buffer.from(data));
      else if (!sink.write(data) && !sink.destroyed) await drained(sink);
    }
  } finally {
    for (const sink of watched) for (const name of ['close', 'error']) sink.off(name, left);
  }
  const broken = watched.find((sink) => sink.destroyed || sink.errored);
  if (broken !== undefined) {
    throw new InputError('SINK_CLOSED', 'A stream for output was closed before the container had ended.', {
      cause: broken.errored,
    });
  }
  return { stdout: Buffer.concat(pieces.stdout).toString(), stderr: Buffer.concat(pieces.stderr).toString() };
}
