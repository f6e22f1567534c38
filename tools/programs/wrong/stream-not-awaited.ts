// Property 'lines' does not exist on type 'StreamPromise<Output, OutputChunk>'
import { connect } from '@lading/client';

const engine = await connect();
for await (const { line } of engine.container.logs({ id: 'web', stdout: true }).lines()) console.log(line);
