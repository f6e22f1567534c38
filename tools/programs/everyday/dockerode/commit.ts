import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Docker from 'dockerode';

const docker = new Docker();
await docker.getContainer('web').commit({ repo: 'me/copy', tag: '1' });
const stdout = new PassThrough();
const [, container] = await docker.run('me/copy:1', ['cat', '/srv/data/a.txt'], stdout);
await container.remove();
stdout.end();
console.log(await text(stdout));
