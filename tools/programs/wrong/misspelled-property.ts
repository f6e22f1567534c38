// Object literal may only specify known properties, but 'Imge' does not exist in type 'ContainerCreateRequest
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.create({ body: { Imge: 'alpine' } });
