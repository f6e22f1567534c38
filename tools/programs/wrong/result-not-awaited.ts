// Property 'Name' does not exist on type 'Promise<ContainerInspectResponse> | Promise<ContainerInspectResponse> | Promise<ContainerInspectResponse>'
import { connect } from '@lading/client';

const engine = await connect();
console.log(engine.container.inspect({ id: 'web' }).Name);
