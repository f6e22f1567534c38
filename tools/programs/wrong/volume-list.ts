// must have a '[Symbol.iterator]()' method
import { connect } from '@lading/client';

const engine = await connect();
for (const v of await engine.volume.list()) console.log(v);
