import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Docker from 'dockerode';

const docker = new Docker();
const [stdout, stderr] = [new PassThrough(), new PassThrough()];
const command = ['sh', '-c', 'echo out; echo err >&2; exit 3'];
const [{ StatusCode }, container] = await docker.run('alpine', command, [stdout, stderr], { Tty: false });
stdout.end();
stderr.end();
await container.remove();
console.log(StatusCode, (await text(stdout)).trim(), (await text(stderr)).trim());
