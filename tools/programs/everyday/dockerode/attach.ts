import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import Docker from 'dockerode';

const docker = new Docker();
const container = docker.getContainer('chat');
const session = await container.attach({ stream: true, stdin: true, stdout: true, hijack: true });
const stdout = new PassThrough();
docker.modem.demuxStream(session, stdout, stdout);
await container.start();
session.write('hello\n');
for await (const line of createInterface({ input: stdout })) {
  console.log(line);
  if (line === 'bye') break;
  session.write('bye\n');
}
session.end();
