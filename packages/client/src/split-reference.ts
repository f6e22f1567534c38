/** A reference to an image → its name and its tag or digest. */
export function splitReference(reference: string): { readonly name: string; readonly tag?: string } {
  const at = reference.indexOf('@');
  if (at >= 0) {
    // A digest decides; a tag before it is for people.
    return { name: splitReference(reference.slice(0, at)).name, tag: reference.slice(at + 1) };
  }
  const colon = reference.lastIndexOf(':');
  // One before a slash is that of a port.
  if (colon <= reference.lastIndexOf('/')) return { name: reference };
  return { name: reference.slice(0, colon), tag: reference.slice(colon + 1) };
}
