// has no properties in common with type 'ExecOptions'
import { connect, exec } from '@lading/client';

const engine = await connect();
await exec(engine, 'web', 'ls', '-la');
