// Object literal may only specify known properties, and 'id' does not exist in type 'ImageInspectInput'
import { connect } from '@lading/client';

const engine = await connect();
await engine.image.inspect({ id: 'alpine' });
