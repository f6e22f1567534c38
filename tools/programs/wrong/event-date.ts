// Type 'Date' is not assignable to type 'string'
import { connect } from '@lading/client';

const engine = await connect();
await engine.system.events({ since: new Date() });
