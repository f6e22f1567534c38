// Type '"sometimes"' is not assignable to type 'RestartPolicyName | null | undefined'
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.create({ body: { HostConfig: { RestartPolicy: { Name: 'sometimes' } } } });
