/** Joins connections without reading them. */
import { connect, createServer } from 'node:net';

/** @param {string} socket @param {string} engine */
export async function start(socket, engine) {
  const server = createServer((client) => {
    const upstream = connect(engine);
    client.pipe(upstream).pipe(client);
    for (const side of [client, upstream]) side.on('error', () => side.destroy());
  });
  await new Promise((resolve) => server.listen(socket, () => resolve(undefined)));
}
