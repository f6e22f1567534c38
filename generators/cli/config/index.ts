/** What a configuration is written with. */
export { defineConfig, type DocumentSource, type LadingConfig } from './config.js';
export { defineEmitter, type EmittedPackage, type Emitter, type EmitterInput } from '../../emitter/index.js';
