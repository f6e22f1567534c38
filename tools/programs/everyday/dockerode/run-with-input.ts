import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Docker from 'dockerode';

const docker = new Docker();
const container = await docker.createContainer({
  Image: 'alpine',
  Cmd: ['sort'],
  AttachStdin: true,
  AttachStdout: true,
  AttachStderr: true,
  OpenStdin: true,
  StdinOnce: true,
});
try {
  const stream = await container.attach({ stream: true, stdin: true, stdout: true, stderr: true, hijack: true });
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  container.modem.demuxStream(stream, stdout, stderr);
  stream.on('end', () => stdout.end());
  await container.start();
  stream.end('b\na\n');
  console.log(await text(stdout));
} finally {
  await container.remove({ force: true, v: true });
}
