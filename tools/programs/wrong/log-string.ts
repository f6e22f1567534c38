// Property 'split' does not exist on type 'Output'
import { connect } from '@lading/client';

const engine = await connect();
const logs = await engine.container.logs({ id: 'a', stdout: true });
console.log(logs.split('x'));
