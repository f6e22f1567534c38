export { problemCodes, type ProblemCode } from './codes.js';
export { LadingError, sentence, type Problem } from './problem.js';
