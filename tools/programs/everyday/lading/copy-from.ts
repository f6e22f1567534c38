import { readdir } from 'node:fs/promises';
import { connect, copyFrom } from '@lading/client';

await using engine = await connect();
await copyFrom(engine, 'web', '/srv/data', process.env['TARGET'] ?? 'copied');
console.log(await readdir(`${process.env['TARGET'] ?? 'copied'}/data`));
