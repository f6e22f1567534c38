/** Handlers that respond with the examples of a document. */
export * from '@lading/runtime-server/mock';
