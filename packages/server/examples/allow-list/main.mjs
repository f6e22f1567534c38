/** `node main.mjs SOCKET`: the engine that the environment names, behind the list, on a socket of its own. */
import { allowList } from '../../dist/examples/allow-list/allow-list.js';

const server = allowList(process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock');
console.log(`listening on ${(await server.listen({ path: process.argv[2] ?? '/tmp/allow-list.sock' })).address}`);
