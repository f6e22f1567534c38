// Type 'number' is not assignable to type 'string'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.kill({ id: 'web', signal: 9 });
