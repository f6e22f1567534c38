/** What came back for a sample → what the reference shows: without what depends on the machine or is drawn. */
import { createHash } from 'node:crypto';
import { Document, visit } from 'yaml';
import type { ObservedResponse } from './observer.js';

/** A response as the page of an operation shows it. */
export interface RecordedResponse {
  readonly status: string;
  readonly mediaType?: string;
  readonly body?: unknown;
  /** Several values, or text. */
  readonly text?: string;
}

/** Properties of the machine, by their names. */
const machine: Readonly<Record<string, unknown>> = {
  KernelVersion: '6.1.0',
  NCPU: 2,
  NanoCPUs: 2_000_000_000,
  MemTotal: 8_589_934_592,
  MemoryBytes: 8_589_934_592,
  limit: 8_589_934_592,
  // The version of a specification in samples of updates.
  Index: 41,
};

/** Strings that are drawn: keys, tokens and certificates. */
const drawn: Readonly<Record<string, string>> = {
  IdentityToken: '39e9cf72ce80b4e0353499c9d0f2d01c',
  UnlockKey: 'SWMKEY-1-example',
  Worker: 'SWMTKN-1-example-worker',
  Manager: 'SWMTKN-1-example-manager',
  TrustRoot: '-----BEGIN CERTIFICATE-----\nMIIBajCCARCgAwIBAgIUexample\n-----END CERTIFICATE-----\n',
  CertIssuerPublicKey: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEexample',
};

/** Names of architectures, of which the machine has one. */
const architectures: Readonly<Record<string, string>> = { aarch64: 'x86_64', arm64: 'amd64' };

const fileHead = `# The examples of responses: what came back for the sample of each operation. Several values, or the payload of a stream, are
# text. Do not edit: spec/README.md says how to record them again.

`;
/** A value with less JSON stays on its line. */
const shortest = 90;
/** Longer streams are cut off, and so are arrays with more values. */
const longest = 2000;
const most = 12;

/** Content that is not text. */
const binary = /tar|octet-stream/;

/**
 * @param names what the sample names and only the engine knows: by what the sample has in its place
 */
export function recorded(
  { status, mediaType, body }: ObservedResponse,
  names: ReadonlyMap<string | RegExp, string>,
  digests: ShownDigests,
): RecordedResponse {
  const head = { status, ...(mediaType !== '' && status !== '101' && { mediaType }) };
  if (status === '101' || body === '' || binary.test(mediaType)) return head;
  const named = digests.in(
    [...names].reduce(
      (text, [shown, value]) => (typeof shown === 'string' && value !== '' ? text.replaceAll(value, shown) : text),
      body,
    ),
  );
  if (!/json/.test(mediaType)) return { ...head, text: payload(named) };
  const values = named
    .trim()
    .split(/\r?\n(?=\{)/)
    .map((line) => stable(JSON.parse(line)));
  const lines = values.map((value) => JSON.stringify(value));
  const [first] = values;
  return lines.length === 1 ? { ...head, body: first } : { ...head, text: beginning(lines).join('\n') };
}

/** Digests of content, which change with every file of an image: by the order in which they are seen. */
export class ShownDigests {
  readonly #shown = new Map<string, string>();

  constructor(unchanged: string) {
    this.#shown.set(unchanged.slice(0, 12), unchanged);
  }

  in(text: string): string {
    return text.replaceAll(/(?<![\w.])(?:[0-9a-f]{64}|(?=\d*[a-f])[0-9a-f]{12})(?!\w)/g, (digest) => {
      const key = digest.slice(0, 12);
      const shown = this.#shown.get(key) ?? createHash('sha256').update(`digest ${this.#shown.size}`).digest('hex');
      this.#shown.set(key, shown);
      return shown.slice(0, digest.length);
    });
  }
}

/** Returns the first lines of a long stream. */
function beginning(lines: readonly string[]): readonly string[] {
  let length = 0;
  return lines.filter((line) => (length += line.length) < longest);
}

/** Returns the bytes of a stream without the heads of its frames. */
function payload(text: string): string {
  return text.replaceAll(/[\u0001\u0002]\0{3}[^]{4}/g, '').replaceAll('\r\n', '\n');
}

function stable(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((one) => stable(one));
  if (typeof value === 'object' && value !== null) {
    const object = value as Readonly<Record<string, unknown>>;
    const named = 'NCPU' in object ? { ...object, Name: 'engine-1' } : object;
    return Object.fromEntries(Object.entries(named).map(([key, one]) => [key, stable(one, key)]));
  }
  if (typeof value === 'number' && name in machine) return machine[name];
  if (typeof value !== 'string' || value === '') return value;
  if (name === 'Arch' || name === 'Architecture') return architectures[value] ?? value;
  return machine[name] ?? drawn[name] ?? value;
}

/** Returns the file of the examples, with the product placeholder. */
export function examplesText(responses: ReadonlyMap<string, RecordedResponse>, product: string): string {
  const shown = [...responses].filter(([, { body, text }]) => body !== undefined || text !== undefined);
  const examples = shown
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { body, text }]) => [id, { value: text ?? body }] as const);
  const file = new Document({ components: { examples: Object.fromEntries(examples) } }, { compat: 'yaml-1.1' });
  visit(file, { Collection: (_key, node) => void (node.flow = JSON.stringify(node).length < shortest) });
  const yaml = file.toString({ lineWidth: 120, singleQuote: true });
  return `${fileHead}${yaml.replaceAll(product, 'Vendor').replaceAll(product.toLowerCase(), 'vendor')}`;
}
