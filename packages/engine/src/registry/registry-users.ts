/** The users of a registry in memory, and the tokens that it issues to them. */
import { randomBytes } from 'node:crypto';

/** The names of the public registry, which has accounts: nobody logs in there without one. */
const accountHosts: ReadonlySet<string> = new Set(['registry-1.docker.io', 'index.docker.io']);

export class RegistryUsers {
  readonly #passwords = new Map<string, string>();
  /** The users of tokens: those for requests, and identity tokens. */
  readonly #tokens = new Map<string, string>();

  /** Whether there are none, so that every client may pull. */
  get isEmpty(): boolean {
    return this.#passwords.size === 0;
  }

  /** Adds a user. With any, clients need credentials for every request; without any, every user may push. */
  set(username: string, password: string): void {
    this.#passwords.set(username, password);
  }

  delete(username: string): void {
    this.#passwords.delete(username);
  }

  /** Issues a token for credentials or an identity token. */
  async issueToken(request: Request, url: URL): Promise<Response> {
    const form = new URLSearchParams(request.method === 'POST' ? await request.text() : '');
    const identity = form.get('refresh_token');
    const authorization = request.headers.get('authorization');
    const isLogin = url.searchParams.has('offline_token');
    if (isLogin && this.isEmpty && accountHosts.has(url.host)) return unknownUser();
    if (identity === null && authorization === null && this.isEmpty) return this.#tokenFor('');
    const user = identity === null ? this.#userOf(authorization) : this.#tokens.get(identity);
    if (user === undefined) return unknownUser();
    return this.#tokenFor(user, identity ?? (isLogin ? this.#token(user) : ''));
  }

  /** @returns the response to a request without sufficient credentials, undefined for a sufficient one */
  refusalOf(request: Request, url: URL, repository: string, isChange: boolean, isRoot: boolean): Response | undefined {
    const authorization = request.headers.get('authorization');
    const [, token] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? [];
    const user = token === undefined ? this.#userOf(authorization) : this.#tokens.get(token);
    // The root is where clients verify their credentials.
    if (user !== undefined && user !== '') return undefined;
    if (!isRoot && !isChange && this.isEmpty) return undefined;
    if (user === '' && isChange) return registryFailure(401, 'DENIED', 'requested access to the resource is denied');
    const scope = repository === '' ? '' : `,scope="repository:${repository}:pull${isChange ? ',push' : ''}"`;
    const challenge = `Bearer realm="${url.origin}/token",service="${url.host}"${scope}`;
    return registryFailure(401, 'UNAUTHORIZED', 'authentication required', { 'www-authenticate': challenge });
  }

  #tokenFor(user: string, refreshToken = ''): Response {
    const token = this.#token(user);
    return Response.json({
      token,
      access_token: token,
      expires_in: 300,
      ...(refreshToken !== '' && { refresh_token: refreshToken }),
    });
  }

  #token(user: string): string {
    const token = randomBytes(16).toString('hex');
    this.#tokens.set(token, user);
    return token;
  }

  /** Returns the user of a header with a password. */
  #userOf(authorization: string | null): string | undefined {
    const [, encoded = ''] = /^Basic (.+)$/i.exec(authorization ?? '') ?? [];
    const [, username = '', password = ''] = /^([^:]+):([^]*)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    if (username === '') return undefined;
    if (this.isEmpty) return username;
    return this.#passwords.get(username) === password ? username : undefined;
  }
}

function unknownUser(): Response {
  return registryFailure(401, 'UNAUTHORIZED', 'incorrect username or password');
}

/** Responses of a registry that report an error. */
export function registryFailure(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ errors: [{ code, message, detail: null }] }, { status, headers });
}
