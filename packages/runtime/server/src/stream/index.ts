export { Session, session, type Connection, type SessionOptions } from './session.js';
export {
  TerminalOutput,
  terminal,
  type ByteSource,
  type ItemSource,
  type OutputChunk,
  type OutputSource,
} from './sources.js';
export { framed } from './frames.js';
export { begun, bodyOf, discard, isIterable, itemsOf, mapped } from './iterate.js';
export { runSession } from './run-session.js';
