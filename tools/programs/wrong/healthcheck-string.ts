// Type 'string' is not assignable to type 'string[]'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.create({ body: { Image: 'a', Healthcheck: { Test: 'curl localhost' } } });
