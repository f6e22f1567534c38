import { connect, exec } from '@lading/client';

await using engine = await connect();
const { exitCode, stdout, stderr } = await exec(engine, 'web', 'echo out; echo err >&2; exit 3');
console.log(exitCode, stdout.trim(), stderr.trim());
