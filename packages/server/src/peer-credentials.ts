/** Which process is at the other end of a unix socket; needs `koffi`. */
export * from '@lading/runtime-server/peer-credentials';
