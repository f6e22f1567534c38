// Type 'string' is not assignable to type 'string[]'
import { connect } from '@lading/client';

const engine = await connect();
await engine.image.build({ body: process.stdin, t: 'me/app:1' });
