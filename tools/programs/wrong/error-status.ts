// Property 'statusCode' does not exist on type 'NotFound'
import { NotFound } from '@lading/client';

const message = (error: unknown) => (error instanceof NotFound ? error.statusCode : 0);
console.log(message(new Error()));
