// Property 'write' does not exist on type 'Attachment'
import { connect } from '@lading/client';

const engine = await connect();
const session = await engine.container.attach({ id: 'web', stream: true, stdin: true });
session.write('hello\n');
