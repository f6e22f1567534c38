/** `USERS='{"TOKEN":"name"}' node main.mjs SOCKET` serves the engine at `DOCKER_HOST` on a separate socket. */
import { connect } from '@lading/client';
import { pino } from 'pino';
import { guardedGateway } from '../../dist/examples/guarded-gateway/guarded-gateway.js';

const users = new Map(Object.entries(JSON.parse(process.env.USERS ?? '{}')));
const server = guardedGateway(await connect({ version: '1.44', unsupported: 'send' }), users, pino({ base: null }));
console.log(`listening on ${(await server.listen({ path: process.argv[2] ?? '/tmp/gateway.sock' })).address}`);
