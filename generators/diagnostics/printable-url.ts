/** URLs as they may be printed: their user information and the values of their queries may be secrets. */

/** Whether a path of a document is a URL. A letter and a colon are a drive of Windows. */
export function isUrl(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(path);
}

/**
 * Returns a URL as it may be printed and logged: without a user, a password and the values of its query, which may be tokens. Text
 * that is no URL is treated in the same way.
 */
export function printableUrl(url: string): string {
  const [, place = '', query = ''] = /^([^?#]*)([^]*)$/.exec(url) ?? [];
  return place.replace(/(:\/{1,2}|^\/\/)[^/]*@/, '$1…@') + query.replaceAll(/([?&#](?:[^=&#]*=)?)[^&#]+/g, '$1…');
}

/** Returns a text with its URLs as they may be printed, also where they were joined as paths are. The pointer of a place remains. */
export function withPrintableUrls(text: string): string {
  return text.replaceAll(/\b[a-z][a-z0-9+.-]{1,20}:\/{1,2}[^\s"'<>]+/gi, (url) => {
    const [, before = url, pointer = ''] = /^([^#]*)(#\/[^]*)?$/.exec(url) ?? [];
    return printableUrl(before) + pointer;
  });
}
