// Expected 1-2 arguments, but got 0
import { connect } from '@lading/client';

const engine = await connect();
await engine.container.start();
