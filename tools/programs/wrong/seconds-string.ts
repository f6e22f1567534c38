// Type 'string' is not assignable to type 'number'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.stop({ id: 'web', t: '5' });
