// Property 'containers' does not exist on type 'Engine & DockerodeNames'. Did you mean 'container'?
import { connect } from '@lading/client';

const engine = await connect();
await engine.containers.list();
