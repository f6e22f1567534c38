/** The entry point for configurations in TypeScript. */
export { defineConfig, type DocumentSource, type LadingConfig } from './config.js';
export {
  defineApiEmitter,
  defineEmitter,
  type Emission,
  type VersionEmitter,
  type VersionRequest,
} from '../../emitter/index.js';
