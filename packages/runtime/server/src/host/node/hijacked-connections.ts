/** The connections of sessions: a client that has no more input may still want all output, however long it takes. */
export const hijackedConnections = new WeakSet<object>();
