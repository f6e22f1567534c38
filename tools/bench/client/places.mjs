/** The modules of the client: its entry points, and the transport below it. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The entry point of the runtime for generated code. */
export const codegen = fileURLToPath(import.meta.resolve('@lading/runtime-client/codegen'));
/** The generated client. */
export const client = fileURLToPath(import.meta.resolve('@lading/client-v1.44'));

const fromRuntime = createRequire(codegen);

export const undici = fromRuntime.resolve('undici');

/** The part of undici that the client imports. */
export const undiciClient = fromRuntime.resolve('undici/lib/dispatcher/client.js');
