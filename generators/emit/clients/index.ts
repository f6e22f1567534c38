/** The emitter of the package of all clients. */
export { clients } from './emitter.js';
