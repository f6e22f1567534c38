/** Masks what may be secret in URLs. npm masks passwords, but no tokens in queries. */

/** Returns a text without the users of its URLs, and without what follows a question mark or a number sign in them. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(/\bhttps?:\/\/[^\s"'<>]+/gi, (url) =>
    url.replaceAll(/\/\/[^/]*@/g, '//…@').replace(/([?#])[^]*$/, '$1…'),
  );
}
