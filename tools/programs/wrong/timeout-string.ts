// Type 'string' is not assignable to type 'number'
import { connect } from '@lading/client';

await connect({ timeout: '5s' });
