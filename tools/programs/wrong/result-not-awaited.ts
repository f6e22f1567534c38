// Property 'Name' does not exist on type 'Promise
import { connect } from '@lading/client';

const engine = await connect();
console.log(engine.container.inspect({ id: 'web' }).Name);
