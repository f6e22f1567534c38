/** Requests to one registry: its address, authentication, and errors in the words of the engine. */
import { BadRequest, HttpError, NotFound, ServerError, Unauthorized } from '@lading/server-v1.44';
import { responseJson } from '../filesystem/response-bytes.js';
import type { RegistryCredentials, RepositoryAccess } from '../ports/registry.js';
import { basicAuthorization, challengeOf, fetchToken, type AuthChallenge, type Fetch } from './token-auth.js';

/** Returns the host at which a registry is reached, by its name. */
export function hostOf(registry: string): string {
  return registry === 'docker.io' ? 'registry-1.docker.io' : registry;
}

export interface RegistryRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export class RegistrySession {
  readonly #send: Fetch;
  readonly #access: RepositoryAccess;
  readonly #urls: readonly string[];
  readonly #actions: string;
  #authorization: string | undefined;

  /** @param actions what is done in the repository: `pull`, or `pull,push` */
  constructor(send: Fetch, access: RepositoryAccess, actions = 'pull') {
    this.#send = send;
    this.#access = access;
    this.#urls = urlsOf(access.host);
    this.#actions = actions;
  }

  /**
   * Sends a request, again with credentials if the registry asks for them.
   *
   * @param path below `/v2/<repository>/`, or the address that an earlier response named
   * @throws ServerError if the registry cannot be reached
   */
  async send(path: string, request: RegistryRequest = {}): Promise<Response> {
    const response = await this.#try(path, request);
    if (response.status !== 401) return response;
    const challenge = challengeOf(response.headers.get('www-authenticate'));
    if (challenge === undefined || (this.#authorization !== undefined && challenge.scheme === 'basic')) return response;
    await response.body?.cancel();
    this.#authorization = await this.#authorize(challenge);
    return this.#authorization === undefined ? response : this.#try(path, request);
  }

  async #authorize(challenge: AuthChallenge): Promise<string | undefined> {
    const { credentials, repository } = this.#access;
    if (credentials?.registryToken) return `Bearer ${credentials.registryToken}`;
    if (challenge.scheme === 'basic') return credentials?.username ? basicAuthorization(credentials) : undefined;
    const scope = challenge.scope || (repository === '' ? '' : `repository:${repository}:${this.#actions}`);
    const given = credentials?.username || credentials?.identityToken ? credentials : undefined;
    return `Bearer ${(await fetchToken(this.#send, { ...challenge, scope }, given)).token}`;
  }

  async #try(path: string, { method = 'GET', headers = {}, body }: RegistryRequest): Promise<Response> {
    let failure: unknown;
    for (const origin of this.#urls) {
      const { repository, signal } = this.#access;
      const base = repository === '' ? `${origin}/v2/` : `${origin}/v2/${repository}/`;
      const url = new URL(path, base);
      // Credentials of the registry are not for another machine that it names.
      const isOwn = url.origin === new URL(origin).origin;
      const all = {
        ...headers,
        ...(this.#authorization !== undefined && isOwn && { authorization: this.#authorization }),
      };
      try {
        const request = new Request(url, {
          method,
          headers: all,
          ...(body && { body: Buffer.from(body) }),
          ...(signal && { signal }),
        });
        return await this.#send(request);
      } catch (error) {
        signal?.throwIfAborted();
        failure ??= unreachable(url, error);
      }
    }
    throw failure;
  }
}

/** Reads the error of a response. @param reference the tag or digest that was asked for */
export async function errorOf(response: Response, access: RepositoryAccess, reference = ''): Promise<HttpError> {
  const { repository } = access;
  const [error] = await errorsOf(response);
  const name = access.host === 'docker.io' ? repository.replace(/^library\//, '') : `${access.host}/${repository}`;
  if (response.status === 401 || error?.code === 'DENIED' || error?.code === 'UNAUTHORIZED') {
    const reason = error?.message || 'authentication required';
    return new Unauthorized(`unauthorized: ${reason}`);
  }
  if (error?.code === 'MANIFEST_UNKNOWN')
    return new NotFound(
      `manifest for ${name}${reference.includes(':') ? '@' : ':'}${reference} not found: manifest unknown: ${error.message}`,
    );
  if (response.status === 404)
    return new NotFound(
      `pull access denied for ${name}, repository does not exist or may require 'docker login'${error ? `: ${error.message}` : ''}`,
    );
  if (response.status === 429) return new HttpError(429, `toomanyrequests: ${error?.message ?? 'too many requests'}`);
  return new ServerError(
    error === undefined ? `received unexpected HTTP status: ${response.status} ${response.statusText}` : error.message,
  );
}

interface RegistryErrorItem {
  readonly code: string;
  readonly message: string;
}

async function errorsOf(response: Response): Promise<RegistryErrorItem[]> {
  try {
    const { errors } = (await responseJson(response, 'the error')) as { readonly errors?: unknown };
    return Array.isArray(errors)
      ? errors.map((each: Partial<RegistryErrorItem>) => ({ code: String(each.code), message: String(each.message) }))
      : [];
  } catch {
    return [];
  }
}

/** Verifies credentials by the root of the API. @returns an identity token, if one is issued */
export async function login(send: Fetch, host: string, credentials: RegistryCredentials): Promise<string> {
  const refused = (url: string, reason: string): Unauthorized =>
    new Unauthorized(`Get "${url}/v2/": unauthorized: ${reason}`);
  let failure: unknown;
  for (const url of urlsOf(host)) {
    if (!URL.canParse(`${url}/v2/`))
      throw new BadRequest(
        `unable to parse server address: parse "https://${host}": invalid character ${JSON.stringify(/[^\w.:-]/u.exec(host)?.[0] ?? '')} in host name`,
      );
    let response: Response;
    try {
      response = await send(new Request(`${url}/v2/`));
    } catch (error) {
      failure ??= unreachable(new URL(`${url}/v2/`), error);
      continue;
    }
    await response.body?.cancel();
    if (response.ok) return '';
    const challenge = challengeOf(response.headers.get('www-authenticate'));
    if (challenge === undefined) throw await errorOf(response, { host, repository: '' });
    if (challenge.scheme === 'bearer') {
      try {
        return (await fetchToken(send, challenge, credentials, true)).refreshToken;
      } catch (error) {
        throw error instanceof Unauthorized ? refused(url, error.message) : error;
      }
    }
    const second = await send(
      new Request(`${url}/v2/`, { headers: { authorization: basicAuthorization(credentials) } }),
    );
    const [error] = second.ok ? [] : await errorsOf(second);
    if (second.ok) return '';
    throw refused(url, error?.message ?? 'incorrect username or password');
  }
  throw failure;
}

/** Returns the addresses to try: machines on the loopback interface may serve without TLS, as in engines. */
function urlsOf(host: string): string[] {
  const name = host.replace(/:\d+$/, '');
  const isLocal = name === 'localhost' || /^127\./.test(name) || name === '[::1]';
  return isLocal ? [`http://${host}`, `https://${host}`] : [`https://${hostOf(host)}`];
}

function unreachable(url: URL, error: unknown): ServerError {
  const { cause } = error as { readonly cause?: NodeJS.ErrnoException & { readonly hostname?: string } };
  const { code = '', message = String(error) } = cause ?? {};
  const address = `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;
  const reasons: Readonly<Record<string, string>> = {
    ECONNREFUSED: `dial tcp ${address}: connect: connection refused`,
    ENOTFOUND: `dial tcp: lookup ${url.hostname}: no such host`,
    EAI_AGAIN: `dial tcp: lookup ${url.hostname}: Temporary failure in name resolution`,
  };
  return new ServerError(`Get "${url.origin}/v2/": ${reasons[code] ?? message}`);
}
