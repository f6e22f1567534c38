/** The part of npm's client of registries that a release uses; it has no types of its own. */
declare module 'npm-registry-fetch' {
  /** Fails for every status of an error, after its retries, and if the body does not have the digest. */
  export default function fetch(
    url: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly body: AsyncIterable<Buffer> & { destroy(error?: Error): void } }>;
}
