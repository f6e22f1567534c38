import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Docker from 'dockerode';

const docker = new Docker();
const network = await docker.createNetwork({ Name: 'shop', Labels: { app: 'shop' } });
await network.connect({ Container: 'web', EndpointConfig: { Aliases: ['backend'] } });
const stdout = new PassThrough();
const HostConfig = { NetworkMode: 'shop' };
const [, container] = await docker.run('alpine', ['ping', '-c', '1', 'backend'], stdout, { HostConfig });
await container.remove();
stdout.end();
console.log((await text(stdout)).includes('1 packets received'));
await network.disconnect({ Container: 'web' });
await network.remove();
