/** Waits until a container is healthy, has exited, or has written a line. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LadingClientError } from '@lading/runtime-client';
import type { AnyEngine } from '../gen/engine.js';

export type WaitedFor = { readonly healthy: true } | { readonly exited: true } | { readonly log: RegExp | string };

export interface WaitForOptions {
  /** The time limit in milliseconds; by default there is none. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

/** The condition was not met. Codes: `WAIT_TIMEOUT`, `WAIT_UNHEALTHY`, `WAIT_EXITED`, `WAIT_NO_HEALTHCHECK`. */
export class WaitError extends LadingClientError {}

/**
 * Waits until a container is healthy, has exited, or has written a line.
 *
 * @returns the exit code (`exited`) or the line (`log`)
 * @throws WaitError when the condition can no longer be met, or is not met in time; the signal's reason after an abort
 */
export function waitFor(
  engine: AnyEngine,
  id: string,
  what: { readonly exited: true },
  options?: WaitForOptions,
): Promise<number>;
export function waitFor(
  engine: AnyEngine,
  id: string,
  what: { readonly log: RegExp | string },
  options?: WaitForOptions,
): Promise<string>;
export function waitFor(
  engine: AnyEngine,
  id: string,
  what: { readonly healthy: true },
  options?: WaitForOptions,
): Promise<void>;
export async function waitFor(
  engine: AnyEngine,
  id: string,
  what: WaitedFor,
  { timeout, signal }: WaitForOptions = {},
): Promise<number | string | void> {
  const limit = timeout === undefined ? undefined : AbortSignal.timeout(timeout);
  const either = AbortSignal.any([limit, signal].filter((one) => one !== undefined));
  try {
    if ('exited' in what) return (await engine.container.wait({ id }, { signal: either })).StatusCode;
    if ('log' in what) return await line(engine, id, what.log, either);
    return await healthy(engine, id, either);
  } catch (error) {
    signal?.throwIfAborted();
    if (limit?.aborted === true) {
      throw new WaitError('WAIT_TIMEOUT', `Container ${id} did not meet the condition within ${timeout} ms.`, {
        cause: error,
      });
    }
    throw error;
  }
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
