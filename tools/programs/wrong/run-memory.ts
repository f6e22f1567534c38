// Object literal may only specify known properties, and 'memory' does not exist in type 'RunOptions'
import { connect, run } from '@lading/client';

const engine = await connect();
await run(engine, { image: 'alpine', memory: '64m' });
