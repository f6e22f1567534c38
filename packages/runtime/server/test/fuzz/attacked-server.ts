/** A server under attack, with short times and small limits, and the checks after each test. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { createEngineServer, type EngineServer, type Limits } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { engine, type Seen } from '../conformance/engine.js';
import { socketPath } from '../conformance/hosts.js';
import { connect, type Target } from '../conformance/target.js';
import { probe, type Probe } from './probe.js';
import { usedResources, type UsedResources } from './resource-usage.js';

/**
 * The time that another client may wait for a response, in milliseconds; the machine may be busy with other processes.
 */
const maxWait = 4000;

export const limits: Partial<Limits> = {
  body: 1_000_000,
  headers: 8192,
  url: 2000,
  firstByte: 500,
  wholeBody: 500,
  idle: 700,
};

interface AttackedServer {
  readonly target: Target;
  readonly port: number;
  readonly seen: Seen;
  /** The internal errors of the server. */
  readonly errors: unknown[];
}

/**
 * Before each test another client starts to send requests, all of which must succeed. After all tests nothing may be
 * left open.
 */
export function attackedServer(
  options: { readonly memory?: number; readonly maxWait?: number } = {},
): () => AttackedServer {
  const seen: Seen = { calls: [], abortedCalls: [] };
  const errors: unknown[] = [];
  let server: EngineServer;
  let current: AttackedServer;
  let other: Probe;
  let before: UsedResources;

  beforeAll(async () => {
    server = createEngineServer(contract, engine(seen), { limits, onError: (error) => errors.push(error) });
    const path = await socketPath();
    const { close } = await server.listen({ path });
    const { port } = await server.listen({ port: 0 });
    current = { target: { path, close }, port, seen, errors };
    await probe(current.target).stop();
    before = await usedResources();
  });
  beforeEach(() => {
    errors.length = 0;
    other = probe(current.target);
  });
  afterEach(async () => {
    const { slowest } = await other.stop();
    seen.calls.length = 0;
    expect(slowest).toBeLessThan(options.maxWait ?? maxWait);
    expect(errors).toEqual([]);
  });
  afterAll(async () => {
    const after = await usedResources(before.open);
    await server.close();
    expect(after.open).toBeLessThanOrEqual(before.open);
    expect((after.memory - before.memory) / 1e6).toBeLessThan(options.memory ?? 20);
  });
  return () => current;
}

/**
 * Sends chunks one after the other, and returns everything that is received until the connection ends or `wait` is
 * over.
 */
export function send(
  target: Target,
  pieces: readonly (string | Uint8Array)[],
  { end = false, wait = 8000, pause = 0 }: { end?: boolean; wait?: number; pause?: number } = {},
): Promise<{ readonly text: string; readonly closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(target);
    const chunks: Buffer[] = [];
    let isOver = false;
    const settle = (closed: boolean): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      socket.destroy();
      resolve({ text: Buffer.concat(chunks).toString('latin1'), closed });
    };
    const timer = setTimeout(() => settle(false), wait);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => settle(true));
    socket.on('close', () => settle(true));
    socket.on('end', () => socket.end());
    const write = (index: number): void => {
      if (isOver || socket.destroyed) return;
      const piece = pieces[index];
      if (piece === undefined) {
        if (end) socket.end();
        return;
      }
      socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece, () => {
        if (pause === 0) write(index + 1);
        else setTimeout(() => write(index + 1), pause);
      });
    };
    write(0);
  });
}
