// Object literal may only specify known properties, and 'authconfig' does not exist in type 'PullOptions'
import { connect, pull } from '@lading/client';

const engine = await connect();
await pull(engine, 'alpine', { authconfig: { username: 'me' } });
