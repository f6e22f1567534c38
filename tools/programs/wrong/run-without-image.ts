// Property 'image' is missing in type '{ command: string[]; }' but required in type 'RunOptions'
import { connect, run } from '@lading/client';

const engine = await connect();
await run(engine, { command: ['date'] });
