import { connect } from '@lading/client';

await using engine = await connect();
for (const { Names, State } of await engine.container.list({ all: true })) console.log(Names?.[0], State);
