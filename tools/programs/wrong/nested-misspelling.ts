// Object literal may only specify known properties, but 'AutoRemoved' does not exist in type 'HostConfigInput
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.create({ body: { Image: 'alpine', HostConfig: { AutoRemoved: true } } });
