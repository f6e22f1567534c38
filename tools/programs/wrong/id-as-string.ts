// Argument of type 'string' is not assignable to parameter of type 'ContainerStartInput & { readonly id: string; }'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.start('web');
