// Object literal may only specify known properties, and 'Image' does not exist in type 'ContainerCreateInput
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.create({ Image: 'alpine' });
