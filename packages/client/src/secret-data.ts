/** Converts the data of secrets and configs, which the API carries as base64. */

/** Returns the value of `Data` for bytes, or for a string in UTF-8. */
export function encodeData(data: string | Uint8Array): string {
  return Buffer.from(data as Uint8Array).toString('base64');
}

/** Returns the bytes of a config, from its `Spec`. Engines do not return those of secrets. */
export function decodeData({ Data }: { readonly Data?: string | null }): Buffer {
  return Buffer.from(Data ?? '', 'base64');
}
