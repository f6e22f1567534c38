// Object literal may only specify known properties, and 'health' does not exist in type
import { connect, waitFor } from '@lading/client';

const engine = await connect();
await waitFor(engine, 'web', { health: true });
