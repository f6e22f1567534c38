/** Pipes two connections into each other. */
import type { Duplex } from 'node:stream';

/** Joins the connections. Each direction ends separately. The promise resolves when the engine's output has ended. */
export function joinDuplexes(client: Duplex, engine: Duplex): Promise<void> {
  return new Promise((resolve) => {
    client.on('error', () => engine.destroy());
    client.on('close', () => {
      // Data that the client sent before it disconnected is still delivered.
      if (!client.readableEnded || engine.writableFinished) engine.destroy();
      else engine.once('finish', () => engine.destroy());
      resolve();
    });
    engine.on('error', () => client.destroy());
    engine.on('close', () => {
      if (!engine.readableEnded) client.destroy();
      resolve();
    });
    engine.on('end', resolve);
    client.pipe(engine);
    engine.pipe(client, { end: false });
  });
}
