// Object literal may only specify known properties, and 'socketPath' does not exist in type 'ConnectAnyOptions<"1
import { connect } from '@lading/client';

await connect({ socketPath: '/var/run/docker.sock' });
