/** The emitter of OpenAPI documents, which other emitters take in. It makes no package. */
import { defineEmitter } from '../../emitter/index.js';
import { emitOpenapi } from './emit-openapi.js';

export const openapi = defineEmitter()({
  name: 'openapi',
  emit: ({ api }) => ({ symbols: emitOpenapi(api) }),
});
