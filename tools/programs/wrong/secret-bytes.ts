// Type 'Buffer<ArrayBuffer>' is not assignable to type 'string'
import { connect } from '@lading/client';

const engine = await connect();
await engine.secret.create({ body: { Name: 'password', Data: Buffer.from('secret') } });
