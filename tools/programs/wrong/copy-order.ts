// Argument of type '{ 'a.txt': string; }' is not assignable to parameter of type 'string'
import { connect, copyTo } from '@lading/client';

const engine = await connect();
await copyTo(engine, 'web', '/srv', { 'a.txt': 'content' });
