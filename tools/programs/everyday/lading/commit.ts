import { connect, run } from '@lading/client';

await using engine = await connect();
await engine.image.commit({ container: 'web', repo: 'me/copy', tag: '1' });
console.log((await run(engine, { image: 'me/copy:1', command: ['cat', '/srv/data/a.txt'] })).stdout);
