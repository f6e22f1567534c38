/** All hosts of a server. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono, type Handler } from 'hono';
import { fastifyPlugin, type EngineServer } from '../../src/index.js';
import type { Target } from './target.js';

interface Host {
  readonly name: string;
  /** Whether the host can upgrade connections. */
  readonly upgrades: boolean;
  readonly open: (server: EngineServer) => Promise<Target>;
}

const fixture = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

export async function socketPath(): Promise<string> {
  return join(temporaryFolder(), 'engine.sock');
}

async function onPort(http: Server, prefix?: string): Promise<Target> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    port: (http.address() as AddressInfo).port,
    ...(prefix !== undefined && { prefix }),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

export const hosts: readonly Host[] = [
  {
    name: 'a unix socket',
    upgrades: true,
    open: async (server) => {
      const path = await socketPath();
      const { close } = await server.listen({ path });
      return { path, close };
    },
  },
  {
    name: 'a port',
    upgrades: true,
    open: async (server) => server.listen({ port: 0 }),
  },
  {
    name: 'a port with TLS',
    upgrades: true,
    open: async (server) => {
      const { port, close } = await server.listen({
        port: 0,
        tls: { key: fixture('key.pem'), cert: fixture('cert.pem') },
      });
      return { port, close, tls: true };
    },
  },
  {
    name: 'http.createServer',
    upgrades: true,
    open: async (server) => onPort(createServer(server.listener).on('upgrade', server.upgrade)),
  },
  {
    name: 'Express',
    upgrades: true,
    open: async (server) => onPort(createServer(express().use(server.middleware)).on('upgrade', server.upgrade)),
  },
  {
    name: 'Express behind express.json() and a prefix',
    upgrades: true,
    open: async (server) => {
      const app = express().use(express.json()).use('/engine', server.middleware);
      return onPort(createServer(app).on('upgrade', server.upgrade), '/engine');
    },
  },
  {
    name: 'Fastify',
    upgrades: true,
    open: async (server) => {
      const app = fastify();
      await app.register(fastifyPlugin(server));
      await app.listen({ port: 0, host: '127.0.0.1' });
      return { port: (app.server.address() as AddressInfo).port, close: () => closed(app) };
    },
  },
  {
    name: 'Fastify with a prefix',
    upgrades: true,
    open: async (server) => {
      const app = fastify();
      await app.register(fastifyPlugin(server), { prefix: '/engine' });
      await app.listen({ port: 0, host: '127.0.0.1' });
      return { port: (app.server.address() as AddressInfo).port, prefix: '/engine', close: () => closed(app) };
    },
  },
  {
    name: 'Hono, by fetch',
    upgrades: false,
    open: (server) => onHono(({ req }) => server.fetch(req.raw)),
  },
  {
    name: 'Hono on Node, by fetch',
    upgrades: true,
    open: (server) => onHono(({ req, env }) => server.fetch(req.raw, env as object), server.upgrade),
  },
];

function onHono(handler: Handler, upgrade?: EngineServer['upgrade']): Promise<Target> {
  const app = new Hono().all('*', handler);
  return new Promise((resolve) => {
    const http = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({
        port,
        close: () =>
          new Promise((over) => {
            http.close(() => over());
            (http as Server).closeAllConnections();
          }),
      }),
    );
    if (upgrade !== undefined) (http as Server).on('upgrade', upgrade);
  });
}

async function closed(app: { server: Server; close(): Promise<unknown> }): Promise<void> {
  const over = app.close();
  app.server.closeAllConnections();
  await over;
}
