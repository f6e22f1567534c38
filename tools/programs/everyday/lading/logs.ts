import { connect } from '@lading/client';

await using engine = await connect();
const logs = await engine.container.logs({ id: 'job', stdout: true, stderr: true, follow: true });
for await (const { stream, line } of logs.lines()) console.log(stream, line);
