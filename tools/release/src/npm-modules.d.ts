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
