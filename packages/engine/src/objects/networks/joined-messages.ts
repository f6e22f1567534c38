/** Formats problems as engines do: a single one as it is, several as a bullet list. */

export function joinedMessages(messages: readonly string[]): string {
  return messages.length === 1 ? (messages[0] ?? '') : messages.map((message) => `* ${message}`).join('\n');
}
