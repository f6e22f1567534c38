// Property 'running' does not exist on type 'ContainerState'. Did you mean 'Running'?
import { connect } from '@lading/client';

const engine = await connect();
console.log((await engine.container.inspect({ id: 'web' })).State?.running);
