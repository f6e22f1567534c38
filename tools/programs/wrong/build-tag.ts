// Object literal may only specify known properties, and 'tag' does not exist in type 'ImageBuildInput'
import { connect } from '@lading/client';

const engine = await connect();
await engine.image.build({ body: process.stdin, tag: 'me/app:1' });
