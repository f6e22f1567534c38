/** The emitter of OpenAPI documents, which other emitters take in. It makes no package. */
import { defineVersionEmitter } from '../../emitter/index.js';
import { emitOpenapi } from './emit-openapi.js';

export const openapi = defineVersionEmitter()({
  name: 'openapi',
  emit: ({ api }) => ({ symbols: emitOpenapi(api), retained: undefined }),
});
