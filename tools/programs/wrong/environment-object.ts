// Object literal may only specify known properties, and 'A' does not exist in type 'string[]'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.create({ body: { Image: 'alpine', Env: { A: '1' } } });
