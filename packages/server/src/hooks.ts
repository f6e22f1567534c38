/** Ready-made hooks: request IDs, logs, and limits. */
export * from '@lading/runtime-server/hooks';
