import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Docker from 'dockerode';

const docker = new Docker();
await docker.createVolume({ Name: 'data' });
const create = { HostConfig: { Binds: ['data:/data'] } };
const [, writer] = await docker.run('alpine', ['sh', '-c', 'echo kept > /data/file'], new PassThrough(), create);
await writer.remove();
const stdout = new PassThrough();
const [, reader] = await docker.run('alpine', ['cat', '/data/file'], stdout, create);
await reader.remove();
stdout.end();
console.log((await text(stdout)).trim());
await docker.getVolume('data').remove();
