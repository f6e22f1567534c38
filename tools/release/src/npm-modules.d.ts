/** The part of npm's HTTP client that a release uses; it has no types of its own. */
declare module 'make-fetch-happen' {
  /** Statuses of errors are responses, after the retries. */
  export default function fetch(
    url: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<{
    readonly status: number;
    readonly statusText: string;
    readonly headers: { get(name: string): string | null };
    readonly body: AsyncIterable<Buffer> & { destroy(error?: Error): void };
  }>;
}

/** The part of npm's checker of digests that a release uses; it has no types of its own. */
declare module 'ssri' {
  const ssri: {
    /** Fails if the data does not have the digest, or if the text contains none. */
    checkData(data: Buffer, integrity: string, options: { readonly error: true }): unknown;
  };
  export default ssri;
}
