/** The connections of sessions. They are not closed when the client ends its input, since output may still follow. */
export const hijackedConnections = new WeakSet<object>();
