/** Rewrites programs that use dockerode to `@lading/client`. */
export { main } from './main.js';
export { migrate, type ManualStep, type Migrated } from './migrate.js';
