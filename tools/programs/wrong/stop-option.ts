// 'timeout' does not exist in type 'AnyInput
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.stop({ id: 'a', timeout: 5 });
