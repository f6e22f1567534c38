// Type 'string' is not assignable to type 'boolean | undefined'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.list({ all: 'yes' });
