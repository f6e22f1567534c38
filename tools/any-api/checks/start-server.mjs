/** A module for `run-program.mjs`: starts a generated server without handlers and sends it one request. */
import { mirrored } from './mirror/mirrored-packages.mjs';

/** @param {readonly string[]} args the workspace, and the folders of its client and its server */
export async function run([workspace = '', client = '', folder = '']) {
  const { server: generated } = await mirrored(workspace, client, folder);
  const started = generated.createServer({});
  const { port, close } = await started.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`http://127.0.0.1:${port}/`);
  await response.arrayBuffer();
  await close({ timeout: 0 });
  if (response.status === 500) throw new Error(`GET / is answered with ${response.status}`);
}
