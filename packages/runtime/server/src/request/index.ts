export { BodyMemory } from './body-memory.js';
export {
  requestReader,
  type PathTexts,
  type ReadRequest,
  type ReadOptions,
  type RequestReader,
  type Values,
} from './request-reader.js';
