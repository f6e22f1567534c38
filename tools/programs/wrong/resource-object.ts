// Argument of type '{ name: string; }' is not assignable to parameter of type 'string'
import { connect } from '@lading/client';

const engine = await connect();
await engine.image({ name: 'alpine' }).inspect();
