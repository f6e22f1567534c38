// Property 'listContainers' does not exist on type 'Engine'
import { connect } from '@lading/client';

const engine = await connect();
await engine.listContainers();
