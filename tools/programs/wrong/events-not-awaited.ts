// must have a '[Symbol.asyncIterator]()' method
import { connect } from '@lading/client';

const engine = await connect();
for await (const e of engine.system.events()) console.log(e);
