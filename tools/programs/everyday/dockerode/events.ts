import { createInterface } from 'node:readline';
import Docker from 'dockerode';

const docker = new Docker();
const events = await docker.getEvents({ filters: { type: ['volume'] } });
await docker.createVolume({ Name: 'data' });
await docker.getVolume('data').remove();
for await (const line of createInterface({ input: events })) {
  const { Action, Actor } = JSON.parse(line);
  console.log(Action, Actor.ID);
  if (Action === 'destroy') break;
}
