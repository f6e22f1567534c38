// Type 'JsonStream
import { connect, usageOf } from '@lading/client';

const engine = await connect();
console.log(usageOf(await engine.container.stats({ id: 'web' })));
