// Argument of type 'string' is not assignable to parameter of type 'ContainerStartInput'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.start('web');
