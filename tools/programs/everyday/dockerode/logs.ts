import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import Docker from 'dockerode';

const docker = new Docker();
const logs = await docker.getContainer('job').logs({ stdout: true, stderr: true, follow: true });
const outputs = { stdout: new PassThrough(), stderr: new PassThrough() };
docker.modem.demuxStream(logs, outputs.stdout, outputs.stderr);
logs.on('end', () => Object.values(outputs).forEach((output) => output.end()));
const shown = Object.entries(outputs).map(async ([stream, input]) => {
  for await (const line of createInterface({ input })) console.log(stream, line);
});
await Promise.all(shown);
