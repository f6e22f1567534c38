import { connect, copyTo, exec } from '@lading/client';

await using engine = await connect();
await copyTo(engine, 'web', { 'app.json': '{"port":80}', 'conf.d/a.conf': 'a' }, '/tmp');
console.log((await exec(engine, 'web', 'cat /tmp/app.json /tmp/conf.d/a.conf')).stdout);
