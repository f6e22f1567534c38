/** The entry point for configurations in TypeScript. */
export { defineConfig, type DocumentSource, type LadingConfig } from './config.js';
export { defineEmitter, type EmittedPackage, type Emitter, type EmitterInput } from '../../emitter/index.js';
