/** Build sessions: connections on which the engine calls the client over HTTP/2. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http2';
import { expect, test } from 'vitest';
import { onEachClient, until } from '../on-each-client.js';

onEachClient('session', (scene) => {
  test('the engine speaks HTTP/2 over it, and it ends with the connection', async () => {
    const { engine, exchanges } = scene;
    const session = await engine.session.start({
      'X-Docker-Expose-Session-Uuid': randomUUID(),
      'X-Docker-Expose-Session-Name': 'e2e-clients',
      'X-Docker-Expose-Session-Sharedkey': 'none',
      'X-Docker-Expose-Session-Grpc-Method': ['/grpc.health.v1.Health/Check'],
    });
    const server = createServer();
    const greeted = new Promise<void>((resolve) => {
      server.on('session', (http2) => {
        http2.on('remoteSettings', () => resolve());
        http2.on('error', () => undefined);
      });
    });
    server.emit('connection', session);
    await greeted;
    session.destroy();
    await until('the connection is closed', () =>
      exchanges.some(({ path, response }) => path.endsWith('/session') && response.status === 101),
    );
    expect(session.destroyed).toBe(true);
  });
});
