// Type 'string' has no properties in common with type 'ContainerListFilters'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.list({ filters: '{"label":["a"]}' });
