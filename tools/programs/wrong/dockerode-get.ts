// Write engine.container(id)
import { connect } from '@lading/client';

const engine = await connect({ version: '1.44' });
await engine.getContainer('web');
