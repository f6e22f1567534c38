// Type 'string' is not assignable to type '{ [key: string]: unknown; }'.
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.create({ body: { Image: 'alpine', ExposedPorts: ['80/tcp'] } });
