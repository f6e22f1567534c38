/** `node main.mjs SOCKET` serves a small engine and writes the audit log to standard output. */
import { createServer } from '@lading/server';
import { auditLog } from '../../dist/examples/audit-log/audit-log.js';
import { smallEngine } from '../../dist/examples/small-engine/small-engine.js';

const server = createServer(smallEngine(), { hooks: auditLog((line) => process.stdout.write(line)) });
console.error(`listening on ${(await server.listen({ path: process.argv[2] ?? '/tmp/audit-log.sock' })).address}`);
