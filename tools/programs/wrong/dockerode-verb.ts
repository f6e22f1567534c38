// Property 'remove' does not exist on type 'CommonCalls
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.remove({ id: 'web' });
