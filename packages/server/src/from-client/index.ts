/** A client as handlers: every call of the server becomes a call of the client. */
export { fromClient, type ClientOfVersion, type HandlersFor } from './from-client.js';
