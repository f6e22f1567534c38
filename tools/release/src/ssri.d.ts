/** The part of npm's checker of digests that a release uses; it has no types of its own. */
declare module 'ssri' {
  const ssri: {
    /** Fails if the data does not have the digest, or if the text contains none. */
    checkData(data: Buffer, integrity: string, options: { readonly error: true }): unknown;
  };
  export default ssri;
}
