// Argument of type '"1.40"' is not assignable to parameter of type
import { connect, isVersion } from '@lading/client';

const engine = await connect();
if (isVersion(engine, '1.40')) console.log(1);
