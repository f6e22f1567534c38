import { connect, usageOf } from '@lading/client';

await using engine = await connect();
const { cpuPercent, memoryPercent } = usageOf(await engine.container.stats({ id: 'web', stream: false }));
console.log(`${cpuPercent.toFixed(2)} % ${memoryPercent.toFixed(2)} %`);
