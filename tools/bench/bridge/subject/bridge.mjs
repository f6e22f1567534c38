/** The bridge. */
import { listen } from '@lading/bridge';

/** @param {string} socket @param {string} engine */
export async function start(socket, engine) {
  await listen({ address: `unix://${socket}`, engine: `unix://${engine}`, as: '1.44' });
}
