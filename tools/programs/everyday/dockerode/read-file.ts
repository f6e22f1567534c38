import { text } from 'node:stream/consumers';
import Docker from 'dockerode';
import { extract } from 'tar-stream';

const docker = new Docker();
const archive = await docker.getContainer('web').getArchive({ path: '/srv/data/a.txt' });
for await (const entry of archive.pipe(extract())) console.log(await text(entry));
