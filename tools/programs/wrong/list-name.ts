// Property 'Name' does not exist on type 'CommonResult
import { connect } from '@lading/client';

const engine = await connect();
for (const c of await engine.container.list()) console.log(c.Name);
