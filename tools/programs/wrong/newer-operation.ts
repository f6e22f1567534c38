// Property 'update' does not exist on type 'Calls<VolumeCalls>
import { connect } from '@lading/client';

const engine = await connect({ version: '1.41' });
await engine.volume.update({ name: 'data', version: 1, body: {} });
