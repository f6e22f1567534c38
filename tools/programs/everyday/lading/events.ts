import { connect } from '@lading/client';

await using engine = await connect();
const events = await engine.system.events({ filters: { type: ['volume'] } });
await engine.volume.create({ body: { Name: 'data' } });
await engine.volume.delete({ name: 'data' });
for await (const { Action, Actor } of events) {
  console.log(Action, Actor?.ID);
  if (Action === 'destroy') break;
}
