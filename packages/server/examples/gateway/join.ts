/** Two connections as one. */
import type { Duplex } from 'node:stream';

/** Both halves on their own: the input may end before the output does. Settles when the engine's output has ended. */
export function join(client: Duplex, engine: Duplex): Promise<void> {
  return new Promise((resolve) => {
    client.on('error', () => engine.destroy());
    client.on('close', () => {
      // What it has sent before it left still arrives.
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
