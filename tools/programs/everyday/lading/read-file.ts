import { connect, readFile } from '@lading/client';

await using engine = await connect();
console.log(String(await readFile(engine, 'web', '/srv/data/a.txt')));
