import { connect, removeLabelled } from '@lading/client';

await using engine = await connect();
const { containers, networks, volumes } = await removeLabelled(engine, 'test=1');
console.log(containers.length, networks.length, volumes.length);
