// Argument of type 'Promise<Engine & DockerodeNames>' is not assignable to parameter of type 'AnyEngine'
import { connect, run } from '@lading/client';

await run(connect(), { image: 'alpine' });
