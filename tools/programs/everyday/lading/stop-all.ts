import { connect } from '@lading/client';

await using engine = await connect();
for (const { Id: id, Names } of await engine.container.list({ all: true })) {
  const { changed } = await engine.container.stop({ id, t: 1 });
  console.log(Names?.[0], changed ? 'stopped' : 'had ended');
}
