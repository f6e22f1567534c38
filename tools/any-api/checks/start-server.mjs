/** A program: bundles a generated server without handlers, starts it and sends it one request. */
import { join } from 'node:path';
import { bundled } from './bundled.mjs';

const [workspace = '', folder = ''] = process.argv.slice(2);
const { server: generated } = await bundled(workspace, { server: join(folder, 'gen', 'index.ts') });
const started = generated.createServer({});
const { port, close } = await started.listen({ port: 0, host: '127.0.0.1' });
const response = await fetch(`http://127.0.0.1:${port}/`);
await response.arrayBuffer();
if (response.status === 500) throw new Error(`GET / is answered with ${response.status}`);
await close({ timeout: 0 });
