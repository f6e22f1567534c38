export { requestReader, type PathTexts, type ReadRequest, type RequestReader, type Values } from './request-reader.js';
