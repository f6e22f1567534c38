/** An engine in memory on a socket of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type ServerOptions } from '@lading/server';
import { memoryEngine, memoryEngineHooks } from '../../../packages/server/examples/memory-engine/memory-engine.js';

export interface Scene {
  readonly folder: string;
  readonly socket: string;
  /** `unix://…` */
  readonly host: string;
  /** What the server called internal errors, and answers that broke the contract. */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

export async function openScene(options: ServerOptions = {}): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-e2e-'));
  const socket = join(folder, 'engine.sock');
  const errors: unknown[] = [];
  const server = createServer(memoryEngine(), {
    hooks: memoryEngineHooks,
    onError: (error) => void errors.push(error),
    ...options,
  });
  const { address } = await server.listen({ path: socket });
  return {
    folder,
    socket,
    host: address,
    errors,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
