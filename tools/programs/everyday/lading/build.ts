import { buildContext, connect, follow } from '@lading/client';

await using engine = await connect();
const progress = await engine.image.build({ body: buildContext(`${import.meta.dirname}/../app`), t: ['me/app:1'] });
const image = await follow(progress, { write: console.log });
console.log('built', image?.ID);
