/** Runs a container in one call: creates, attaches, starts, waits and removes. */
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Conflict, EngineError, LadingClientError, NotFound } from '@lading/runtime-client';
import type { AnyEngine } from '../../gen/engine.js';
import { pull, type PullOptions } from '../pull.js';
import { checkRunOptions } from './check-run-options.js';
import { ContainerInput } from './container-input.js';
import { runContainer } from './run-container.js';
import { runSettings, type RunSettings, type RunResult } from './run-settings.js';

/** The container still exists; `cause` says why. Code: `NOT_REMOVED`. */
export class RemovalError extends LadingClientError {
  /** The container's ID from the engine; if that is not known, the requested name, or an empty string. */
  readonly id: string;
  /** How the run ended, if it did. */
  readonly result: RunResult | undefined;

  constructor(id: string, result: RunResult | undefined, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super('NOT_REMOVED', `Container ${id || '(of unknown name)'} could not be removed: ${why}`, { cause });
    this.id = id;
    this.result = result;
  }
}

export interface RunOptions extends RunSettings {
  readonly image: string;
  /**
   * The standard input. With a terminal, write `\x04` to end the input: a terminal stays open. If the stream fails, the
   * run ends with its error; the stream is destroyed when the run ends.
   */
  readonly stdin?: Readable | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | Uint8Array | string;
  /** Receives the standard output and is left open; without it, the output is collected. */
  readonly stdout?: Writable;
  readonly stderr?: Writable;
  /** Default `true`: removes the container and its anonymous volumes at the end, also after a failure. */
  readonly remove?: boolean;
  readonly name?: string;
  readonly platform?: string;
  /** Whether to pull the image: never (the default), if the engine does not have it, or always. */
  readonly pull?: 'never' | 'missing' | 'always';
  /** Credentials for the pull, as of `pull`. */
  readonly credentials?: PullOptions['credentials'];
  /**
   * Ends the run at once; the container is then killed in the background and, unless `remove` is false, removed. The
   * engine must stay open until then: see `onRemoved`.
   */
  readonly signal?: AbortSignal;
  /** The time limit of the removal in milliseconds; default 30 000. */
  readonly removeTimeout?: number;
  /** Called when the container was removed, or with the error if it could not be. */
  readonly onRemoved?: (error: RemovalError | undefined) => void;
}

/**
 * Creates and runs a container, and returns its exit code and output.
 *
 * @throws NotFound when the image does not exist: `pull` it first, or use `pull: 'missing'`
 * @throws ServerError or BadRequest when the command cannot be started
 * @throws InputError for unknown and invalid options, and when an output stream is closed before the end
 * @throws the error of the input stream, if it fails; the reason of the signal after an abort
 * @throws RemovalError when the run succeeded but the container could not be removed; if the run failed, its error is thrown
 *   and has the other as its property `notRemoved`
 */
export async function run(engine: AnyEngine, options: RunOptions): Promise<RunResult> {
  checkRunOptions(options);
  const { signal, stdin } = options;
  // Aborted by the caller's signal, or by a failure of the input.
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
    if (this.options.pull === 'always') await this.#pull();
    const id = await this.#create().catch(async (error: unknown) => {
      if (this.options.pull !== 'missing' || !(error instanceof NotFound)) throw error;
      await this.#pull();
      return this.#create();
    });
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
      // After an abort the run does not wait for the removal, even if the abort comes only now.
      const notRemoved = await (signal ? unlessAborted(removal, signal) : removal);
      if (notRemoved && !failure) throw notRemoved;
      // The caller expects the failure of the run; the failure of the removal must not be lost either.
      if (notRemoved && failure?.error instanceof Error && Object.isExtensible(failure.error))
        Object.assign(failure.error, { notRemoved });
    } else if (failure && this.stop.aborted) {
      this.engine.container.kill({ id }, { signal: this.#deadline() }).catch(() => undefined);
    }
    if (failure) throw failure.error;
    return result as RunResult;
  }

  async #pull(): Promise<void> {
    const { image, platform, credentials } = this.options;
    const settings = { ...(platform !== undefined && { platform }), ...(credentials !== undefined && { credentials }) };
    await (await pull(this.engine, image, { ...settings, signal: this.stop })).done();
  }

  /**
   * Creates the container. The call is not aborted together with the run but some time later, since otherwise a container
   * with an unknown name could be left behind. Only an abort by the caller does not wait for it.
   */
  async #create(): Promise<string> {
    const { image, name, platform, signal } = this.options;
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
          ...runSettings(this.options),
          Image: image,
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

  /** Removes a container that may still be created. */
  async #abandon(created: Promise<{ readonly Id: string }>): Promise<void> {
    const { remove = true, name = '', onRemoved } = this.options;
    try {
      const { Id } = await created;
      if (remove) await this.#remove(Id, undefined);
    } catch (cause) {
      // The engine rejected the creation: there is nothing to remove.
      onRemoved?.(cause instanceof EngineError ? undefined : new RemovalError(name, undefined, cause));
    }
  }

  #run(id: string): Promise<RunResult> {
    const { stdout, stderr, create } = this.options;
    const tty = create?.Tty === true;
    const autoRemove = create?.HostConfig?.AutoRemove === true;
    return runContainer(this.engine, id, { input: this.input, stdout, stderr, tty, autoRemove, signal: this.stop });
  }

  async #remove(id: string, result: RunResult | undefined): Promise<RemovalError | undefined> {
    const cause = await removeContainer(this.engine, id, this.#deadline());
    const notRemoved = cause === undefined ? undefined : new RemovalError(id, result, cause);
    this.options.onRemoved?.(notRemoved);
    return notRemoved;
  }

  #deadline(): AbortSignal {
    return AbortSignal.timeout(this.options.removeTimeout ?? 30_000);
  }
}

/** @returns undefined, or the error if the container could not be removed */
async function removeContainer(engine: AnyEngine, id: string, signal: AbortSignal): Promise<unknown> {
  for (let left = 50; ; left -= 1) {
    try {
      await engine.container.delete({ id, force: true, v: true }, { signal });
      return undefined;
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      // An aborted start may still be in progress, or the engine may be removing the container by itself.
      if (!(error instanceof Conflict) || left === 0) return error;
    }
    await sleep(100);
  }
}

/** Rejects with the reason of the signal on an abort. The promise itself continues; its result is then ignored. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    const settle = (): void => signal.removeEventListener('abort', abort);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject);
    promise.then(settle, settle);
  });
}
