// Property 'container' does not exist on type 'Promise<Engine & DockerodeNames>'
import { connect } from '@lading/client';

console.log(await connect().container.list());
