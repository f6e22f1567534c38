// This comparison appears to be unintentional because the types '"1
import { connect } from '@lading/client';

const engine = await connect();
if (engine.version === '1.40') console.log('old');
