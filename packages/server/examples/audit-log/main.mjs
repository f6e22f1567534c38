/** `node main.mjs SOCKET` serves an in-memory engine and writes the audit log to standard output. */
import { createServer } from '@lading/server';
import { auditLog } from '../../dist/examples/audit-log/audit-log.js';
import { memoryEngine } from '../../dist/examples/memory-engine/memory-engine.js';

const server = createServer(memoryEngine(), { hooks: auditLog((line) => process.stdout.write(line)) });
console.error(`listening on ${(await server.listen({ path: process.argv[2] ?? '/tmp/audit-log.sock' })).address}`);
