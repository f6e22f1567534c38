/** What reads a response while it arrives. */

/** The methods are called in this order: those that are not called for each response have a condition. */
export interface ResponseHandler {
  /** Called with each informational response (1xx). @param headers names and values in turn, as received */
  onInformation(status: number, headers: readonly string[]): void;
  /** @param headers names and values in turn, as received */
  onHead(status: number, headers: string[]): void;
  /**
   * Called in place of `onData` with a body that arrived whole with its head, unless it is empty.
   *
   * @param body valid until `onEnd` has returned: its memory is used again
   * @param text of the body, with a character for each byte
   */
  onWhole(body: Buffer, text: string): void;
  /** Called with each piece of the body. Returns whether to go on reading: what has been read already still follows. */
  onData(piece: Buffer): boolean;
  /** Called when all that has arrived was passed on, and it is not the whole response. */
  onPart(): void;
  /** @param trailers names and values in turn, as received */
  onEnd(trailers: readonly string[]): void;
  /** Called instead of `onEnd`, or when a method has thrown. Nothing is called afterwards. */
  onError(error: Error): void;
}
