import { connect, follow, pull } from '@lading/client';

await using engine = await connect();
await follow(pull(engine, 'alpine'), { write: console.log });
