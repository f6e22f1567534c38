import { connect, usageOf } from '@lading/client';

await using engine = await connect();
for await (const sample of await engine.container.stats({ id: 'web', stream: false })) {
  const { cpuPercent, memoryPercent } = usageOf(sample);
  console.log(`${cpuPercent.toFixed(2)} % ${memoryPercent.toFixed(2)} %`);
}
