/** Waits until a container is healthy, has exited, has written a line, or is reached at a port. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyEngine } from '../../gen/engine.js';
import { acceptsConnection, answersRequest, WaitError } from './attempts.js';
import { untilReached } from './published-address.js';
import { checkNames, invalidOption } from '../unknown-option.js';

export type WaitedFor =
  | { readonly healthy: true }
  | { readonly exited: true }
  | { readonly log: RegExp | string }
  | WaitedForPort
  | WaitedForHttp;

/** A process accepts connections at a published port: `80`, `5432/tcp`. */
export interface WaitedForPort {
  readonly port: number | string;
}

/** A request to a published port is answered. */
export interface WaitedForHttp {
  readonly http: {
    readonly port: number | string;
    /** @default '/' */
    readonly path?: string;
    /** The status, or a function of it. @default from 200 to 399 */
    readonly status?: number | ((status: number) => boolean);
  };
}

/** The exit code of `exited`, the line of `log`, an array for an array, else nothing. */
export type WaitedForResult<Condition> = Condition extends readonly unknown[]
  ? { readonly [Index in keyof Condition]: WaitedForResult<Condition[Index]> }
  : Condition extends { readonly exited: true }
    ? number
    : Condition extends { readonly log: RegExp | string }
      ? string
      : void;

const conditionNames = ['healthy', 'exited', 'log', 'port', 'http'];

export interface WaitForOptions {
  /** The time limit in milliseconds; by default there is none. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

/**
 * Waits until a container is healthy, has exited, has written a line, accepts connections, or answers a request. Several
 * conditions in an array are met when all are.
 *
 * @param options a number is the time limit in milliseconds
 * @returns the exit code (`exited`) or the line (`log`); for several conditions, an array
 * @throws InputError for unknown conditions and options
 * @throws WaitError when the condition can no longer be met, or is not met in time; the signal's reason after an abort
 */
export async function waitFor<const Condition extends WaitedFor | readonly WaitedFor[]>(
  engine: AnyEngine,
  id: string,
  what: Condition,
  options: WaitForOptions | number = {},
): Promise<WaitedForResult<Condition>> {
  const settings = typeof options === 'number' ? { timeout: options } : options;
  checkNames('waitFor', settings, ['timeout', 'signal'], { abortSignal: 'signal' });
  for (const one of isSeveral(what) ? what : [what as WaitedFor]) checkCondition(one);
  const { timeout, signal }: WaitForOptions = settings;
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  // Ends the other waits when one cannot be met.
  const failed = new AbortController();
  const either = AbortSignal.any([failed.signal, limit, signal].filter((one) => one !== undefined));
  try {
    const result = isSeveral(what)
      ? await Promise.all(what.map((one) => condition(engine, id, one, either)))
      : await condition(engine, id, what, either);
    return result as WaitedForResult<Condition>;
  } catch (error) {
    signal?.throwIfAborted();
    if (limit?.aborted === true) {
      throw new WaitError('WAIT_TIMEOUT', `Container ${id} did not meet the condition within ${timeout} ms.`, {
        cause: error,
      });
    }
    throw error;
  } finally {
    failed.abort();
  }
}

function isSeveral(what: WaitedFor | readonly WaitedFor[]): what is readonly WaitedFor[] {
  return Array.isArray(what);
}

/** @throws InputError for a condition that there is not */
function checkCondition(what: WaitedFor): void {
  if (Object.keys(what).length === 0) throw invalidOption('waitFor: the condition', conditionNames.join(', '), what);
  checkNames('waitFor', what, conditionNames, { health: 'healthy', exit: 'exited', status: 'http: { port, status }' });
}

async function condition(
  engine: AnyEngine,
  id: string,
  what: WaitedFor,
  signal: AbortSignal,
): Promise<number | string | void> {
  if ('exited' in what) return (await engine.container.wait({ id }, { signal })).StatusCode;
  if ('log' in what) return line(engine, id, what.log, signal);
  if ('healthy' in what) return healthy(engine, id, signal);
  if ('port' in what) {
    return untilReached(engine, id, what.port, signal, (address) => acceptsConnection(address, signal));
  }
  const { port, path = '/', status = (one) => one >= 200 && one < 400 } = what.http;
  const isWanted = typeof status === 'number' ? (one: number) => one === status : status;
  return untilReached(engine, id, port, signal, (address) => answersRequest(address, path, isWanted, signal));
}

async function line(engine: AnyEngine, id: string, wanted: RegExp | string, signal: AbortSignal): Promise<string> {
  const logs = await engine.container.logs({ id, stdout: true, stderr: true, follow: true }, { signal });
  // A global or sticky pattern would continue from its previous match.
  const pattern = typeof wanted === 'string' ? undefined : new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, ''));
  for await (const { line: text } of logs.lines()) {
    if (pattern?.test(text) ?? text.includes(String(wanted))) return text;
  }
  throw new WaitError('WAIT_EXITED', `Container ${id} ended without the line ${String(wanted)}.`);
}

async function healthy(engine: AnyEngine, id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { State } = await engine.container.inspect({ id }, { signal });
    const status = State?.Health?.Status;
    if (status === 'healthy') return;
    // Checked before `unhealthy`, which engines also report for a container that has ended.
    if (State?.Status === 'exited' || State?.Status === 'dead') {
      throw new WaitError('WAIT_EXITED', `Container ${id} ended before it was healthy.`);
    }
    if (status === 'unhealthy') throw new WaitError('WAIT_UNHEALTHY', `Container ${id} is unhealthy.`);
    if (State?.Running === true && (status === undefined || status === 'none' || (status as string) === '')) {
      throw new WaitError('WAIT_NO_HEALTHCHECK', `Container ${id} has no health check.`);
    }
    await sleep(200, undefined, { signal });
  }
}
