/** `node main.mjs SOCKET` serves the engine at `DOCKER_HOST` through the allow-list, on a separate socket. */
import { allowList } from '../../dist/examples/allow-list/allow-list.js';

const server = allowList(process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock');
console.log(`listening on ${(await server.listen({ path: process.argv[2] ?? '/tmp/allow-list.sock' })).address}`);
