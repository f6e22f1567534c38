// 'id' does not exist in type 'AnyInput
import { connect } from '@lading/client';

const engine = await connect();
await engine.image.inspect({ id: 'alpine' });
