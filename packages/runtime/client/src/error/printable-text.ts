/** Makes the text of an engine safe for a terminal and a log. */

/** The maximum length of a message, in characters. */
const maxLength = 2000;

/** Removes control characters other than line ends and tabs, and cuts what is too long. */
export function printableText(text: string): string {
  const printable = text.replace(/[^\P{C}\n\t]/gu, '');
  return printable.length > maxLength ? `${printable.slice(0, maxLength)}…` : printable;
}
