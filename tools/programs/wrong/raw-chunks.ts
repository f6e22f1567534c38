// Property 'toUpperCase' does not exist on type 'OutputChunk'
import { connect } from '@lading/client';

const engine = await connect();
for await (const chunk of await engine.container.logs({ id: 'web', stdout: true })) console.log(chunk.toUpperCase());
