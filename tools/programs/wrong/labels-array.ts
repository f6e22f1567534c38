// Type 'string[]' is not assignable to type '{ [key: string]: string | null; }'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.create({ body: { Labels: ['a=b'] } });
