import { connect, run } from '@lading/client';

await using engine = await connect();
await engine.volume.create({ body: { Name: 'data' } });
const create = { HostConfig: { Binds: ['data:/data'] } };
await run(engine, { image: 'alpine', command: ['sh', '-c', 'echo kept > /data/file'], create });
const { stdout } = await run(engine, { image: 'alpine', command: ['cat', '/data/file'], create });
console.log(stdout.trim());
await engine.volume.delete({ name: 'data' });
