// Object literal may only specify known properties, and 'stat' does not exist in type 'ContainerListFilters'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.list({ filters: { stat: ['running'] } });
