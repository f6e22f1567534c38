// Property 'id' does not exist on type 'ContainerCreateResponse'. Did you mean 'Id'?
import { connect } from '@lading/client';

const engine = await connect();
console.log((await engine.container.create({ body: { Image: 'alpine' } })).id);
