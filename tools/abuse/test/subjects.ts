/** What is attacked: a server with small handlers, the engine, and a bridge before the engine. */
import { createServer } from '@lading/server';
import { listen } from '@lading/bridge';
import { startEngine } from '@lading/engine';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Subject {
  readonly path: string;
  /** How many hosts of this process serve a request. */
  readonly hosts: number;
  readonly close: () => Promise<void>;
}

/** The time that a client has for the head of a request, in milliseconds. */
const firstByte = 1500;

const newPath = (): string => join(tmpdir(), `lading-abuse-${randomBytes(6).toString('hex')}.sock`);

async function startServer(): Promise<Subject> {
  const names = new Set<string>();
  const server = createServer(
    {
      container: {
        list: () => [],
        create: ({ query: { name = '' } }) => {
          names.add(name);
          return { Id: name, Warnings: [] };
        },
        start: () => undefined,
        rename: ({ path, query }) => {
          names.delete(path.id);
          names.add(query.name);
        },
        delete: ({ path }) => {
          names.delete(path.id);
        },
      },
    },
    { limits: { firstByte }, checkResponses: 'off', onError: () => undefined },
  );
  const path = newPath();
  await server.listen({ path });
  return { path, hosts: 1, close: () => server.close({ timeout: 0 }) };
}

async function startSimulated(): Promise<Subject> {
  const path = newPath();
  const options = { publishPorts: false, images: ['alpine'], limits: { firstByte } };
  const engine = await startEngine({ host: `unix://${path}`, ...options });
  return { path, hosts: 1, close: () => engine.close() };
}

async function startBridge(): Promise<Subject> {
  const engine = await startSimulated();
  const path = newPath();
  const limits = { head: firstByte / 1000 };
  const bridge = await listen({ address: `unix://${path}`, engine: `unix://${engine.path}`, as: '1.44', limits });
  const close = async (): Promise<void> => {
    await bridge.close({ timeout: 0 });
    await engine.close();
  };
  return { path, hosts: 2, close };
}

export const subjects: Readonly<Record<string, () => Promise<Subject>>> = {
  server: startServer,
  engine: startSimulated,
  bridge: startBridge,
};
