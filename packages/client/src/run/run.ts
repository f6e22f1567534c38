/** A container in one call: created, attached to, started, waited for, removed. */
import type { Readable, Writable } from 'node:stream';
import { EngineError } from '@lading/runtime-client';
import type { AnyEngine } from '../../gen/engine.js';
import { ContainerInput } from './container-input.js';
import type { CreateSettings } from './create-settings.js';
import { NotRemoved } from './removal-error.js';
import { removeContainer } from './remove-container.js';
import { runContainer } from './run-container.js';
import type { RunResult } from './run-result.js';
import { unlessAborted } from './unless-aborted.js';

export interface RunOptions {
  readonly image: string;
  /** Instead of the image's command. */
  readonly command?: readonly string[];
  /**
   * With a terminal the input's end is `\x04` in it: a terminal stays open. A stream that fails ends the run with its error;
   * it is destroyed when the run ends.
   */
  readonly stdin?: Readable | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | Uint8Array | string;
  /** Where output goes, and stays open; without it, output is collected. */
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  /** Default `true`: the container and its anonymous volumes are gone afterwards, also after a failure. */
  readonly remove?: boolean;
  /** More of the container's settings; with `Tty: true` all output is standard output. */
  readonly create?: Partial<CreateSettings>;
  readonly name?: string;
  readonly platform?: string;
  /**
   * Ends it at once; behind the back of the caller the container is killed and, unless `remove` is false, removed. The engine
   * must stay open until then: see `onRemoved`.
   */
  readonly signal?: AbortSignal;
  /** How long the removal may take, in milliseconds, default 30 000; it is given up then. */
  readonly removeTimeout?: number;
  /** Called when the container is removed, or with the error when it could not be. */
  readonly onRemoved?: (error: NotRemoved | undefined) => void;
}

/**
 * @throws NotFound when there is no such image: `pull` it first
 * @throws ServerError or BadRequest when the command cannot be started
 * @throws InputError when a stream for output is closed before the end
 * @throws the error of the stream for input, if it fails; the reason of the signal after an abort
 * @throws NotRemoved when it ran, and the container could not be removed; when it failed, that failure is thrown and has
 *   the other as its member `notRemoved`
 */
export async function run(engine: AnyEngine, options: RunOptions): Promise<RunResult> {
  const { signal, stdin } = options;
  // Ends what runs: the signal of the caller, or the failure of the input.
  const stop = new AbortController();
  const abort = (): void => stop.abort(signal?.reason);
  const input = stdin === undefined ? undefined : new ContainerInput(stdin, (error) => stop.abort(error));
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  try {
    stop.signal.throwIfAborted();
    return await new Run(engine, options, input, stop.signal).result();
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', abort);
    input?.close();
  }
}

class Run {
  constructor(
    readonly engine: AnyEngine,
    readonly options: RunOptions,
    readonly input: ContainerInput | undefined,
    readonly stop: AbortSignal,
  ) {}

  async result(): Promise<RunResult> {
    const { remove = true, signal } = this.options;
    const id = await this.#create();
    let result: RunResult | undefined;
    let failure: { readonly error: unknown } | undefined;
    try {
      result = await unlessAborted(this.#run(id), this.stop);
    } catch (error) {
      failure = { error };
    }
    this.input?.close();
    if (remove) {
      const removal = this.#remove(id, result);
      // Nobody waits for it after an abort, also where that comes only now.
      const notRemoved = await (signal ? unlessAborted(removal, signal) : removal);
      if (notRemoved && !failure) throw notRemoved;
      // The run's own failure is what its caller looks for; this one must not be lost.
      if (notRemoved && failure?.error instanceof Error && Object.isExtensible(failure.error))
        Object.assign(failure.error, { notRemoved });
    } else if (failure && this.stop.aborted) {
      this.engine.container.kill({ id }, { signal: this.#deadline() }).catch(() => undefined);
    }
    if (failure) throw failure.error;
    return result as RunResult;
  }

  /**
   * Not aborted with the run, but some time later: a container that nobody knows the name of would be left. Only an abort
   * of the caller does not wait for it.
   */
  async #create(): Promise<string> {
    const { image, command, create, name, platform, signal } = this.options;
    const late = new AbortController();
    const expire = (): void => {
      const deadline = this.#deadline();
      deadline.addEventListener('abort', () => late.abort(deadline.reason), { once: true });
    };
    this.stop.addEventListener('abort', expire, { once: true });
    const created = this.engine.container.create(
      {
        ...(name !== undefined && { name }),
        ...(platform !== undefined && { platform }),
        body: {
          ...create,
          Image: image,
          ...(command && { Cmd: [...command] }),
          AttachStdout: true,
          AttachStderr: true,
          ...(this.input && { AttachStdin: true, OpenStdin: true, StdinOnce: true }),
        },
      },
      { signal: late.signal },
    );
    try {
      return (await (signal ? unlessAborted(created, signal) : created)).Id;
    } catch (error) {
      if (this.stop.aborted) void this.#abandon(created);
      throw error;
    }
  }

  /** Removes what may still be created. */
  async #abandon(created: Promise<{ readonly Id: string }>): Promise<void> {
    const { remove = true, name = '', onRemoved } = this.options;
    try {
      const { Id } = await created;
      if (remove) await this.#remove(Id, undefined);
    } catch (cause) {
      // Refused: there is nothing to remove.
      onRemoved?.(cause instanceof EngineError ? undefined : new NotRemoved(name, undefined, cause));
    }
  }

  #run(id: string): Promise<RunResult> {
    const { stdout, stderr, create } = this.options;
    const tty = create?.Tty === true;
    const autoRemove = create?.HostConfig?.AutoRemove === true;
    return runContainer(this.engine, id, { input: this.input, stdout, stderr, tty, autoRemove, signal: this.stop });
  }

  async #remove(id: string, result: RunResult | undefined): Promise<NotRemoved | undefined> {
    const cause = await removeContainer(this.engine, id, this.#deadline());
    const notRemoved = cause === undefined ? undefined : new NotRemoved(id, result, cause);
    this.options.onRemoved?.(notRemoved);
    return notRemoved;
  }

  #deadline(): AbortSignal {
    return AbortSignal.timeout(this.options.removeTimeout ?? 30_000);
  }
}
