// Type '"1.40"' is not assignable to type '"1
import { connect } from '@lading/client';

await connect({ version: '1.40' });
