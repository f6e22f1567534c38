/** Splits an image reference into its name and its tag or digest. */
export function splitReference(reference: string): { readonly name: string; readonly tag?: string } {
  const at = reference.indexOf('@');
  if (at >= 0) {
    // A digest takes precedence; a tag before it is informative only.
    return { name: splitReference(reference.slice(0, at)).name, tag: reference.slice(at + 1) };
  }
  const colon = reference.lastIndexOf(':');
  // A colon before a slash belongs to a port.
  if (colon <= reference.lastIndexOf('/')) return { name: reference };
  return { name: reference.slice(0, colon), tag: reference.slice(colon + 1) };
}
