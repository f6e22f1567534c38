import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Docker from 'dockerode';

const docker = new Docker();
const Cmd = ['sh', '-c', 'echo out; echo err >&2; exit 3'];
const exec = await docker.getContainer('web').exec({ Cmd, AttachStdout: true, AttachStderr: true });
const stream = await exec.start({});
const [stdout, stderr] = [new PassThrough(), new PassThrough()];
docker.modem.demuxStream(stream, stdout, stderr);
stream.on('end', () => [stdout, stderr].forEach((output) => output.end()));
const [out, err] = await Promise.all([text(stdout), text(stderr)]);
const { ExitCode } = await exec.inspect();
console.log(ExitCode, out.trim(), err.trim());
