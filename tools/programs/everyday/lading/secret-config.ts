import { connect, decodeData, encodeData } from '@lading/client';

await using engine = await connect();
await engine.secret.create({ body: { Name: 'password', Data: encodeData('pässword') } });
const { ID: id } = await engine.config.create({ body: { Name: 'app.json', Data: encodeData('{"port":80}') } });
console.log(String(decodeData((await engine.config.inspect({ id })).Spec ?? {})));
