import { readdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import Docker from 'dockerode';
import { extract } from 'tar-fs';

const docker = new Docker();
const archive = await docker.getContainer('web').getArchive({ path: '/srv/data' });
await pipeline(archive, extract(process.env['TARGET'] ?? 'copied'));
console.log(await readdir(`${process.env['TARGET'] ?? 'copied'}/data`));
