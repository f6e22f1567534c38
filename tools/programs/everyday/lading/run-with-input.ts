import { connect, run } from '@lading/client';

await using engine = await connect();
const { stdout } = await run(engine, { image: 'alpine', command: ['sort'], stdin: 'b\na\n' });
console.log(stdout);
