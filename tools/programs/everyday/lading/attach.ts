import { connect } from '@lading/client';

await using engine = await connect();
const session = await engine.container.attach({ id: 'chat', stream: true, stdin: true, stdout: true });
await engine.container.start({ id: 'chat' });
session.stdin.write('hello\n');
for await (const { line } of session.lines()) {
  console.log(line);
  if (line === 'bye') break;
  session.stdin.write('bye\n');
}
