/** Ends the transfer of a body that nobody reads. */

/** Frees the connection. Nobody waits for it: while there is another copy of the response, the promise stays pending. */
export function discard(body: { cancel(): Promise<void> } | null | undefined): void {
  body?.cancel().catch(() => undefined);
}
