// Object literal may only specify known properties, and 'name' does not exist in type 'ContainerStartInput & { readonly id: string; }'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.start({ name: 'web' });
