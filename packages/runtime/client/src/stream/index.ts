export { Attachment } from './attachment.js';
export { JsonStream } from './json-stream.js';
export type { OutputLine } from './line-parser.js';
export { openWebSocket, type WebSocketAnswer, type WebSocketOptions } from './open-web-socket.js';
export type { OutputName } from './output-parser.js';
export { Output, type OutputChunk } from './output.js';
export type { StreamContext } from './stream-context.js';
export { TarStream } from './tar-stream.js';
export { WebSocketDuplex } from './web-socket-duplex.js';
