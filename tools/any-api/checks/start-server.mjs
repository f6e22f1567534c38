/** A program: bundles a generated server without handlers, starts it and sends it one request. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [workspace = '', server = ''] = process.argv.slice(2);
const bundle = join(workspace, 'server.bundle.mjs');
await build({
  entryPoints: [join(server, 'gen', 'index.ts')],
  tsconfig: join(workspace, 'tsconfig.any-api.json'),
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  external: ['@lading/runtime-*'],
  logLevel: 'error',
});
const { createServer } = await import(pathToFileURL(bundle).href);
const started = createServer({});
const { port, close } = await started.listen({ port: 0, host: '127.0.0.1' });
const response = await fetch(`http://127.0.0.1:${port}/`);
await response.arrayBuffer();
if (response.status === 500) throw new Error(`GET / is answered with ${response.status}`);
await close({ timeout: 0 });
