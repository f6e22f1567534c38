// 'HostPort' does not exist in type 'PortBindingInput[]'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.create({ body: { HostConfig: { PortBindings: { '80/tcp': { HostPort: '8080' } } } } });
