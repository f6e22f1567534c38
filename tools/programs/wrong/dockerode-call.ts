// Write engine.container.list()
import { connect } from '@lading/client';

const engine = await connect();
await engine.listContainers();
