/** The reference engine in several HTTP hosts: Lading's client runs a command in each. */
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, follow, pull, run } from '@lading/client';
import { createEngine } from '@lading/engine';
import { createServerV144, fastifyPlugin, type EngineServer } from '@lading/server';
import express from 'express';
import fastify from 'fastify';
import { expect, it } from 'vitest';

interface HttpHost {
  readonly port: number;
  close(): Promise<unknown>;
}

const hosts: Readonly<Record<string, (server: EngineServer) => Promise<HttpHost>>> = {
  'a separate port': (server) => server.listen({ port: 0 }),
  'node:http': (server) => onPort(createHttpServer(server.listener).on('upgrade', server.upgrade)),
  Express: (server) => onPort(createHttpServer(express().use(server.middleware)).on('upgrade', server.upgrade)),
  Fastify: async (server) => {
    const app = fastify();
    await app.register(fastifyPlugin(server));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { port: (app.server.address() as AddressInfo).port, close: () => closed(app.server) };
  },
};

it.each(Object.keys(hosts))('%s', async (name) => {
  const server = createServerV144(createEngine().handlers);
  const host = await hosts[name]?.(server);
  const engine = await connect({ host: `tcp://127.0.0.1:${host?.port}` });
  try {
    await follow(await pull(engine, 'alpine'), { write: () => undefined });
    const { exitCode, stdout } = await run(engine, {
      image: 'alpine',
      command: ['sh', '-c', 'cat; exit 3'],
      stdin: 'through\n',
    });
    expect([exitCode, stdout]).toEqual([3, 'through\n']);
  } finally {
    await engine.close();
    await host?.close();
    await server.close();
  }
});

async function onPort(http: Server): Promise<HttpHost> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { port: (http.address() as AddressInfo).port, close: () => closed(http) };
}

function closed(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
}
