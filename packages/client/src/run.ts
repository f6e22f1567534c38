/** A container in one call: made, attached to, started, waited for, removed. */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ContainerCreateInput as Input141 } from '@lading/client-v1.41';
import type { ContainerCreateInput as Input144 } from '@lading/client-v1.44';
import { JsonStream, ServerError, type Attachment, type CallOptions, type Operation } from '@lading/runtime-client';
import type { AnyEngine } from './engine.js';

export interface RunOptions {
  readonly image: string;
  /** Instead of the image's command. */
  readonly command?: readonly string[];
  readonly stdin?: Readable | string | Uint8Array;
  /** Where output goes, and stays open; without it, output is collected. */
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  /** Default `true`: the container is gone afterwards, also after a failure. */
  readonly remove?: boolean;
  /** More of the container's settings. */
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
  let over = false;
  try {
    signal?.throwIfAborted();
    const result = await runCreated(engine, id, options, create?.Tty === true);
    over = true;
    return result;
  } finally {
    if (remove) await gone(engine, id);
    else if (!over && signal?.aborted === true) await engine.container.kill({ id }).catch(() => undefined);
  }
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
    const fed = feed(attachment, stdin);
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
  for await (const { stream, data } of attachment) {
    const sink = sinks[stream];
    if (sink === undefined) pieces[stream].push(Buffer.from(data));
    else if (!sink.write(data)) await drained(sink);
  }
  return { stdout: Buffer.concat(pieces.stdout).toString(), stderr: Buffer.concat(pieces.stderr).toString() };
}

function drained(sink: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error) => {
      for (const name of ['drain', 'close', 'error']) sink.off(name, done);
      if (error) reject(error);
      else resolve();
    };
    for (const name of ['drain', 'close', 'error']) sink.once(name, done);
  });
}

async function feed(attachment: Attachment, stdin: RunOptions['stdin']): Promise<void> {
  if (stdin === undefined) return;
  const source = stdin instanceof Readable ? stdin : Readable.from([Buffer.from(stdin as Uint8Array)]);
  // A process that ends without reading all of its input has not failed.
  await pipeline(source, attachment.stdin).catch(() => undefined);
}

async function gone(engine: AnyEngine, id: string): Promise<void> {
  // Not there any more, or being removed by the engine: just as well. The run's own outcome matters more.
  await engine.container.delete({ id, force: true, v: true }).catch(() => undefined);
}
