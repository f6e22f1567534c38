// Object literal may only specify known properties, and 'Annotations' does not exist in type 'HostConfigInput'
import { connect } from '@lading/client';

const engine = await connect({ version: '1.41' });
await engine.container.create({ body: { HostConfig: { Annotations: { a: 'b' } } } });
