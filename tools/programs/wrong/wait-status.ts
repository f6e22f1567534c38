// Type 'string' is not assignable to type 'number | ((status: number) => boolean)'
import { connect, waitFor } from '@lading/client';

const engine = await connect();
await waitFor(engine, 'web', { http: { port: 80, status: '200' } });
