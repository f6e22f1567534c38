// Property 'Ports' does not exist on type 'CommonResult
import { connect } from '@lading/client';

const engine = await connect();
const c = await engine.container.inspect({ id: 'a' });
console.log(c.Ports);
