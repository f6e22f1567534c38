// Type 'string' is not assignable to type 'readonly string[]'
import { connect, run } from '@lading/client';

const engine = await connect();
await run(engine, { image: 'alpine', command: 'date' });
