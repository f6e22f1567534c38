// A program that asks for containers, and handlers in the place of an engine.
import { HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { containerInspect, containerList } from '@example/msw-v1.44';
import { imageList } from '@example/msw-v1.41';

const engine = setupServer(
  containerList(() => HttpResponse.json([{ Id: 'a1', Names: ['/web'] }])),
  containerInspect(({ params }) => HttpResponse.json({ message: `No such container: ${params.id}` }, { status: 404 })),
  imageList(() => HttpResponse.json([])),
);
engine.listen({ onUnhandledRequest: 'error' });

const containers = await (await fetch('http://engine/v1.44/containers/json')).json();
console.log(containers.map(({ Names }) => Names[0].slice(1)));
const missing = await fetch('http://engine/containers/nobody/json');
console.log(missing.status, (await missing.json()).message);
console.log('1.41:', (await (await fetch('http://engine/v1.41/images/json')).json()).length, 'images');
engine.close();
