import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import Docker from 'dockerode';
import { pack } from 'tar-stream';

const docker = new Docker();
const container = docker.getContainer('web');
const archive = pack();
archive.entry({ name: 'app.json' }, '{"port":80}');
archive.entry({ name: 'conf.d/a.conf' }, 'a');
archive.finalize();
await container.putArchive(await buffer(archive), { path: '/tmp' });
const exec = await container.exec({ Cmd: ['cat', '/tmp/app.json', '/tmp/conf.d/a.conf'], AttachStdout: true });
const stream = await exec.start({});
const stdout = new PassThrough();
docker.modem.demuxStream(stream, stdout, stdout);
stream.on('end', () => stdout.end());
console.log(await text(stdout));
