// Object literal may only specify known properties, and 'Cmd' does not exist in type 'readonly string[]'
import { connect, exec } from '@lading/client';

const engine = await connect();
await exec(engine, 'web', { Cmd: ['date'] });
