import { connect, run } from '@lading/client';

await using engine = await connect();
const command = ['sh', '-c', 'echo out; echo err >&2; exit 3'];
const { exitCode, stdout, stderr } = await run(engine, { image: 'alpine', command });
console.log(exitCode, stdout.trim(), stderr.trim());
