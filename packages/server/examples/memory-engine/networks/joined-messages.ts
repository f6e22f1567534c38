/** Engines report one problem as it is, and several as a list. */

export function joinedMessages(messages: readonly string[]): string {
  return messages.length === 1 ? (messages[0] ?? '') : messages.map((message) => `* ${message}`).join('\n');
}
