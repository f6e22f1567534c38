// Property 'line' does not exist on type 'OutputChunk'
import { connect } from '@lading/client';

const engine = await connect();
const logs = await engine.container.logs({ id: 'web', stdout: true });
for await (const { line } of logs) console.log(line);
