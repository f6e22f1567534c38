// Type 'string' has no properties in common with type 'ServiceModeInput'
import { connect } from '@lading/client';

const engine = await connect();
await engine.service.create({ body: { Name: 'web', Mode: 'replicated' } });
