/** SCRAM-SHA-256: how clients prove that they know a password. */
import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

const hmac = (key: Buffer, value: string): Buffer => createHmac('sha256', key).update(value).digest();
const hash = (value: Buffer): Buffer => createHash('sha256').update(value).digest();
const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
const attribute = (message: string, name: string): string =>
  message
    .split(',')
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(2) ?? '';

/** The side of the server, with what a database stores of a password. */
export class ScramServer {
  readonly #verifier: RegExpExecArray;
  #firstBare = '';
  #serverFirst = '';

  /** @param verifier `SCRAM-SHA-256$4096:salt$storedKey:serverKey` @throws Error for another form */
  constructor(verifier: string) {
    const match = /^SCRAM-SHA-256\$(\d+):([^$]+)\$([^:]+):(.+)$/.exec(verifier);
    if (match === null) throw new Error('this form of a password is not simulated');
    this.#verifier = match;
  }

  /** @returns the message that continues */
  first(clientFirst: string): string {
    this.#firstBare = clientFirst.replace(/^[^,]*,[^,]*,/, '');
    const [, iterations = '', salt = ''] = this.#verifier;
    const nonce = attribute(this.#firstBare, 'r') + randomBytes(18).toString('base64');
    this.#serverFirst = `r=${nonce},s=${salt},i=${iterations}`;
    return this.#serverFirst;
  }

  /** @returns the final message; undefined for a wrong password */
  final(clientFinal: string): string | undefined {
    const [, , , storedKey = '', serverKey = ''] = this.#verifier;
    const proof = Buffer.from(attribute(clientFinal, 'p'), 'base64');
    if (attribute(clientFinal, 'r') !== attribute(this.#serverFirst, 'r')) return undefined;
    const authMessage = `${this.#firstBare},${this.#serverFirst},${clientFinal.replace(/,p=[^,]*$/, '')}`;
    const stored = Buffer.from(storedKey, 'base64');
    if (proof.length !== stored.length) return undefined;
    const clientKey = xor(proof, hmac(stored, authMessage));
    if (!timingSafeEqual(hash(clientKey), stored)) return undefined;
    return `v=${hmac(Buffer.from(serverKey, 'base64'), authMessage).toString('base64')}`;
  }
}

/** The side of a client. */
export class ScramClient {
  readonly #password: string;
  readonly #firstBare = `n=,r=${randomBytes(18).toString('base64')}`;

  constructor(password: string) {
    this.#password = password;
  }

  first(): string {
    return `n,,${this.#firstBare}`;
  }

  final(serverFirst: string): string {
    const salt = Buffer.from(attribute(serverFirst, 's'), 'base64');
    const salted = pbkdf2Sync(this.#password, salt, Number(attribute(serverFirst, 'i')), 32, 'sha256');
    const clientKey = hmac(salted, 'Client Key');
    const withoutProof = `c=biws,r=${attribute(serverFirst, 'r')}`;
    const signature = hmac(hash(clientKey), `${this.#firstBare},${serverFirst},${withoutProof}`);
    return `${withoutProof},p=${xor(clientKey, signature).toString('base64')}`;
  }
}
