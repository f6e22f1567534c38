// Property 'remove' does not exist on type 'BoundCalls
import { connect, at } from '@lading/client';

const engine = await connect();
await at(engine.container, { id: 'a' }).remove();
