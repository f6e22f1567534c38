// Object literal may only specify known properties, and 'name' does not exist in type 'NetworkDeletePath & { readonly id: string; }'
import { connect } from '@lading/client';

const engine = await connect();
await engine.network.delete({ name: 'net' });
