import { connect, publishedPort, waitFor } from '@lading/client';

await using engine = await connect();
const body = { Image: 'alpine', Cmd: ['httpd'], ExposedPorts: { '80/tcp': {} }, HostConfig: { PublishAllPorts: true } };
const { Id: id } = await engine.container.create({ body });
await engine.container.start({ id });
await waitFor(engine, id, { http: { port: 80 } }, { timeout: 30_000 });
const { host, port } = await publishedPort(engine, id, 80);
console.log(await (await fetch(`http://${host}:${port}/`)).text());
await engine.container.delete({ id, force: true });
