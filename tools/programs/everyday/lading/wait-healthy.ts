import { connect, waitFor } from '@lading/client';

await using engine = await connect();
await engine.container.start({ id: 'db' });
await waitFor(engine, 'db', { healthy: true }, { timeout: 30_000 });
console.log('healthy');
