import { connect } from '@lading/client';

await using engine = await connect();

const loaded = await (await engine.image.load({ body: await engine.image.get({ name: 'alpine' }) })).toArray();
console.log(loaded.at(-1)?.stream);
