/** `node main.mjs SOCKET [VERSION]` serves the engine at `DOCKER_HOST` through a gateway, on a separate socket. */
import { gateway } from '../../dist/examples/gateway/gateway.js';

const [path = '/tmp/gateway.sock', version = '1.44'] = process.argv.slice(2);
const server = gateway(process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock', { version });
console.log(`listening on ${(await server.listen({ path })).address}`);
