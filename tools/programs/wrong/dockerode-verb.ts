// Property 'remove' does not exist on type 'Calls<CommonCalls
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.remove({ id: 'web' });
