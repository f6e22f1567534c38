/** A reference engine on a separate socket. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, RecordingDriver } from '@lading/engine';
import { createServerV144, type ServerOptions } from '@lading/server';

export interface ServerScene {
  readonly folder: string;
  readonly socket: string;
  /** The address of the socket: `unix://…`. */
  readonly host: string;
  /** Internal errors of the server, and responses that violate the contract. */
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

export async function openScene(options: ServerOptions = {}): Promise<ServerScene> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-e2e-'));
  const socket = join(folder, 'engine.sock');
  const errors: unknown[] = [];
  // Engines of several scenes publish the same ports.
  const engine = createEngine({ networkDriver: new RecordingDriver() });
  const server = createServerV144(engine.handlers, {
    hooks: engine.hooks,
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
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
