// 'name' does not exist in type 'AnyInput
import { connect } from '@lading/client';

const engine = await connect();
await engine.network.create({ body: { name: 'a' } });
