// Type 'Date' is not assignable to type 'number'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.logs({ id: 'a', stdout: true, since: new Date() });
