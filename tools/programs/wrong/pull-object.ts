// Argument of type '{ image: string; }' is not assignable to parameter of type 'string'
import { connect, pull, follow } from '@lading/client';

const engine = await connect();
await follow(pull(engine, { image: 'alpine' }));
