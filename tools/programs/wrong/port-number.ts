// Type 'number' is not assignable to type 'PortBindingInput[]'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.create({ body: { HostConfig: { PortBindings: { '80/tcp': 8080 } } } });
