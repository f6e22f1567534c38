// Type 'string' is not assignable to type 'ContainerListFiltersStatusItem[]'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.list({ filters: { status: 'running' } });
