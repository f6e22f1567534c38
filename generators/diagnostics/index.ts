export { problemCodes, type ProblemCode } from './codes.js';
export { LadingError, sentence, type Problem, type ProblemItem } from './problem.js';
export { managerCommands } from './package-manager.js';
export { isUrl, printableUrl, withPrintableUrls } from './printable-url.js';
