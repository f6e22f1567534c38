// Type 'JsonStream<ContainerStatsResponse>' has no properties in common with type 'StatsSample'
import { connect, usageOf } from '@lading/client';

const engine = await connect();
console.log(usageOf(await engine.container.stats({ id: 'web', stream: false })));
