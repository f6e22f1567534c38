export { Session, session, type Connection, type SessionOptions } from './session.js';
export * from './sources.js';
export { awaitFirst, bodyOf, discard, isIterable, itemsOf, mapItems, encodeFrames } from './iterate.js';
export { runSession } from './run-session.js';
