/** `node main.mjs SOCKET [VERSION]`: the engine that the environment names, behind a gateway on a socket of its own. */
import { gateway } from '../../dist/examples/gateway/gateway.js';

const [path = '/tmp/gateway.sock', version = '1.44'] = process.argv.slice(2);
const server = gateway(process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock', { version });
console.log(`listening on ${(await server.listen({ path })).address}`);
