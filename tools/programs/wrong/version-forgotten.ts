// Property 'version' is missing in type '{ body: {}; }' but required in type 'SwarmUpdateInput'
import { connect } from '@lading/client';

const engine = await connect();
await engine.swarm.update({ body: {} });
