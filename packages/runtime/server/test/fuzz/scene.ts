/** A server under attack, with short times and small bounds, and what must hold of it afterwards. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { createServerOf, type EngineServer, type Limits } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { engine, type Seen } from '../conformance/engine.js';
import { socketPath } from '../conformance/hosts.js';
import { connect, type Target } from '../conformance/target.js';
import { probe, type Probe } from './probe.js';
import { used, type Used } from './used.js';

/** How long another client may wait for an answer: the machine may be busy with other things. */
const patience = 4000;

export const limits: Partial<Limits> = {
  body: 1_000_000,
  headers: 8192,
  url: 2000,
  firstByte: 500,
  wholeBody: 500,
  idle: 700,
};

interface Scene {
  readonly target: Target;
  readonly port: number;
  readonly seen: Seen;
  /** What the server took for its own mistake. */
  readonly errors: unknown[];
}

/** Before each test another client begins to ask, and behind each it was served; behind all nothing is left open. */
export function scene(options: { readonly memory?: number; readonly patience?: number } = {}): () => Scene {
  const seen: Seen = { calls: [], gone: [] };
  const errors: unknown[] = [];
  let server: EngineServer;
  let here: Scene;
  let other: Probe;
  let before: Used;

  beforeAll(async () => {
    server = createServerOf(contract, engine(seen), { limits, onError: (error) => errors.push(error) });
    const path = await socketPath();
    const { close } = await server.listen({ path });
    const { port } = await server.listen({ port: 0 });
    here = { target: { path, close }, port, seen, errors };
    await probe(here.target).stop();
    before = await used();
  });
  beforeEach(() => {
    errors.length = 0;
    other = probe(here.target);
  });
  afterEach(async () => {
    const { slowest } = await other.stop();
    seen.calls.length = 0;
    expect(slowest).toBeLessThan(options.patience ?? patience);
    expect(errors).toEqual([]);
  });
  afterAll(async () => {
    const after = await used(before.open);
    await server.close();
    expect(after.open).toBeLessThanOrEqual(before.open);
    expect((after.memory - before.memory) / 1e6).toBeLessThan(options.memory ?? 20);
  });
  return () => here;
}

/** Sends pieces as they are, one after the other, and gives what comes until the connection ends, or `wait` is over. */
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
