// Property 'code' does not exist on type 'RunResult'
import { connect, run } from '@lading/client';

const engine = await connect();
console.log((await run(engine, { image: 'alpine' })).code);
