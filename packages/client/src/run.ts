/** A container in one call: made, attached to, started, waited for, removed. */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContainerCreateInput as Input141 } from '@lading/client-v1.41';
import type { ContainerCreateInput as Input144 } from '@lading/client-v1.44';
import {
  Conflict,
  InputError,
  JsonStream,
  NotFound,
  ServerError,
  type Attachment,
  type CallOptions,
  type Operation,
} from '@lading/runtime-client';
import type { AnyEngine } from './engine.js';
import { NotRemoved } from './not-removed.js';

export interface RunOptions {
  readonly image: string;
  /** Instead of the image's command. */
  readonly command?: readonly string[];
  /** With a terminal the input's end is `\x04` in it: a terminal stays open. */
  readonly stdin?: Readable | string | Uint8Array;
  /** Where output goes, and stays open; without it, output is collected. */
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  /** Default `true`: the container and its anonymous volumes are gone afterwards, also after a failure. */
  readonly remove?: boolean;
  /** More of the container's settings; with `Tty: true` all output is standard output. */
  readonly create?: Partial<Input144['body'] & Input141['body']>;
  readonly name?: string;
  readonly platform?: string;
  /** Ends it: the container is killed and, unless `remove` is false, removed. */
  readonly signal?: AbortSignal;
}

export interface RunResult {
  readonly id: string;
  readonly exitCode: number;
  /** Empty where a stream took it. */
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * @throws NotFound when there is no such image: `pull` it first
 * @throws ServerError or BadRequest when the command cannot be started
 * @throws InputError when a stream for output is closed before the end
 * @throws NotRemoved when it ran, and the container could not be removed; when it failed, that failure is thrown and has
 *   the other as its member `notRemoved`
 */
export async function run(engine: AnyEngine, options: RunOptions): Promise<RunResult> {
  const { image, command, stdin, create, name, platform, remove = true, signal } = options;
  const input = stdin !== undefined;
  // Made without the signal: an answer given up on would leave a container that nobody knows the name of.
  signal?.throwIfAborted();
  const { Id: id } = await engine.container.create({
    ...(name !== undefined && { name }),
    ...(platform !== undefined && { platform }),
    body: {
      ...create,
      Image: image,
      ...(command && { Cmd: [...command] }),
      AttachStdout: true,
      AttachStderr: true,
      ...(input && { AttachStdin: true, OpenStdin: true, StdinOnce: true }),
    },
  });
  let result: RunResult | undefined;
  let failure: { readonly error: unknown } | undefined;
  try {
    signal?.throwIfAborted();
    result = await runCreated(engine, id, options, create?.Tty === true);
  } catch (error) {
    failure = { error };
  }
  if (!remove) {
    if (failure && signal?.aborted === true) await engine.container.kill({ id }).catch(() => undefined);
  } else {
    const cause = await removed(engine, id);
    if (cause !== undefined) {
      const notRemoved = new NotRemoved(id, result, cause);
      if (!failure) throw notRemoved;
      // The run's own failure is what its caller looks for; this one must not be lost.
      if (failure.error instanceof Error && Object.isExtensible(failure.error))
        Object.assign(failure.error, { notRemoved });
    }
  }
  if (failure) throw failure.error;
  return result as RunResult;
}

async function runCreated(engine: AnyEngine, id: string, options: RunOptions, tty: boolean): Promise<RunResult> {
  const { stdin, create, signal } = options;
  const ended = new AbortController();
  const both = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]);
  const calls: CallOptions = { signal: both };
  try {
    const attachment = await engine.container.attach(
      { id, stream: true, stdout: true, stderr: true, ...(stdin !== undefined && { stdin: true }) },
      { ...calls, tty },
    );
    // Known to the engine before the start, or a short life would be missed.
    const condition = create?.HostConfig?.AutoRemove === true ? 'removed' : 'next-exit';
    const exits = await engine.call(registeredWait, { id, condition }, calls);
    const collected = collect(attachment, options);
    const [answers] = [exits.toArray(), collected.catch(() => undefined)];
    answers.catch(() => undefined);
    await engine.container.start({ id }, calls);
    const fed = feed(attachment, stdin, tty);
    const [output, [exit]] = await Promise.all([collected, answers]);
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

// As `container.wait`, but given as soon as the engine says that it waits.
const registeredWait: Operation<{ readonly id: string; readonly condition: string }, JsonStream<Exit>> = {
  id: 'ContainerWait',
  method: 'POST',
  path: '/containers/{id}/wait',
  query: { condition: 'plain' },
  answer: { kind: 'stream', decode: (body, context) => new JsonStream<Exit>(body, context) },
};

async function collect(
  attachment: Attachment,
  { stdout, stderr }: RunOptions,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const pieces: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  const sinks = { stdout, stderr };
  const watched = [stdout, stderr].filter((sink) => sink !== undefined);
  // One that breaks while nothing is written to it must end the run, not the process.
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

function drained(sink: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const name of ['drain', 'close', 'error']) sink.off(name, done);
      resolve();
    };
    for (const name of ['drain', 'close', 'error']) sink.once(name, done);
  });
}

async function feed(attachment: Attachment, stdin: RunOptions['stdin'], tty: boolean): Promise<void> {
  if (stdin === undefined) return;
  const source = stdin instanceof Readable ? stdin : Readable.from([Buffer.from(stdin as Uint8Array)]);
  // Engines take the end of a terminal's input for the end of its output too.
  const options = { end: !tty };
  // A process that ends without reading all of its input has not failed.
  await pipeline(source, attachment.stdin, options).catch(() => undefined);
}

/** @returns why it is still there, if it is */
async function removed(engine: AnyEngine, id: string): Promise<unknown> {
  for (let left = 50; ; left -= 1) {
    try {
      await engine.container.delete({ id, force: true, v: true });
      return undefined;
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      // A start that was given up may still be under way, or the engine is about to remove it by itself.
      if (!(error instanceof Conflict) || left === 0) return error;
    }
    await sleep(100);
  }
}
