/** Runs an existing container: attaches, starts it and waits for its end. */
import type { Writable } from 'node:stream';
import { JsonStream, ServerError, type CallOptions, type Operation } from '@lading/runtime-client';
import type { AnyEngine } from '../../gen/engine.js';
import type { ContainerInput } from './container-input.js';
import { collectOutput } from './collect-output.js';
import type { RunResult } from './run-settings.js';

interface ContainerRun {
  readonly input: ContainerInput | undefined;
  readonly stdout: Writable | undefined;
  readonly stderr: Writable | undefined;
  readonly tty: boolean;
  /** The engine removes the container by itself. */
  readonly autoRemove: boolean;
  readonly signal: AbortSignal;
}

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
    const collected = collectOutput(attachment, options);
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
