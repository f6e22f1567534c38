import { connect, run } from '@lading/client';

await using engine = await connect();
await engine.network.create({ body: { Name: 'shop', Labels: { app: 'shop' } } });
await engine.network.connect({ id: 'shop', body: { Container: 'web', EndpointConfig: { Aliases: ['backend'] } } });
const create = { HostConfig: { NetworkMode: 'shop' } };
const { stdout } = await run(engine, { image: 'alpine', command: ['ping', '-c', '1', 'backend'], create });
console.log(stdout.includes('1 packets received'));
await engine.network.disconnect({ id: 'shop', body: { Container: 'web' } });
await engine.network.delete({ id: 'shop' });
