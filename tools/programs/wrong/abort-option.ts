// Object literal may only specify known properties, and 'abortSignal' does not exist in type 'CallOptions'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.list({}, { abortSignal: AbortSignal.timeout(1000) });
