// 'type' does not exist in type 'AnyInput
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.create({ body: { HostConfig: { Mounts: [{ type: 'bind', source: '/a', target: '/b' }] } } });
