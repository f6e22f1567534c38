/** Asks credential helpers for the credentials of a registry, and for their registries. */
import { CredentialError } from '../error/index.js';
import { jsonProperties, type JsonProperties } from './auth-entry.js';
import { helperProgram, runHelper, type HelperResponse, type HelperOptions } from './helper-program.js';
import { hostnameOf } from './registry.js';

/** Credentials from a helper: user and password, or an identity token. */
type HelperLogin = { readonly username: string; readonly password: string } | { readonly identitytoken: string };

/** The output of helpers without credentials for a registry. */
const notFoundMessage = 'credentials not found in native keychain';

/**
 * Asks a helper for the credentials of a registry. There are none if it prints the agreed message or, as some helpers do,
 * an empty user and an empty secret.
 *
 * @throws CredentialError HELPER_*: names the helper and the registry, without any output of the helper
 */
export async function helperGet(name: string, key: string, options: HelperOptions): Promise<HelperLogin | undefined> {
  const subject = hostnameOf(key);
  const response = await runHelper(name, 'get', key, subject, options);
  if (response.output.trim() === notFoundMessage) return undefined;
  const properties = parse(name, subject, response);
  const username = properties.get('Username');
  const secret = properties.get('Secret');
  if (typeof username !== 'string' || typeof secret !== 'string') {
    throw invalidOutput(name, subject, 'no Username and Secret');
  }
  if (username === '' && secret === '') return undefined;
  return username === '<token>' ? { identitytoken: secret } : { username, password: secret };
}

/**
 * Returns the keys of the registries for which a helper has credentials.
 *
 * @throws CredentialError as `helperGet` does
 */
export async function helperList(name: string, options: HelperOptions): Promise<string[]> {
  const subject = 'all registries';
  const response = await runHelper(name, 'list', 'unused', subject, options);
  if (response.output.trim() === notFoundMessage) return [];
  return [...parse(name, subject, response).keys()];
}

function parse(name: string, subject: string, response: HelperResponse): JsonProperties {
  if (!response.ok) {
    const message = `The credential helper ${helperProgram(name)} ${response.ending} for ${subject}; run it by hand to see why.`;
    throw new CredentialError('HELPER_FAILED', message);
  }
  let value: unknown;
  try {
    value = JSON.parse(response.output);
  } catch {
    // Without a cause: the parser's message quotes the text.
    throw invalidOutput(name, subject, 'no JSON');
  }
  const properties = jsonProperties(value);
  if (!properties) throw invalidOutput(name, subject, 'no object');
  return properties;
}

function invalidOutput(name: string, subject: string, what: string): CredentialError {
  return new CredentialError(
    'HELPER_OUTPUT_INVALID',
    `The credential helper ${helperProgram(name)} printed ${what} for ${subject}.`,
  );
}
