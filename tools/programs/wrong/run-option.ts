// Object literal may only specify known properties, and 'cmd' does not exist in type 'RunOptions'
import { connect, run } from '@lading/client';

const engine = await connect();
await run(engine, { image: 'alpine', cmd: ['date'] });
