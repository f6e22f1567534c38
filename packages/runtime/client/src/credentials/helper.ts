/** What credential helpers say: the credentials of one registry, and which registries they know. */
import { CredentialError } from '../error/index.js';
import { membersOf, type Members } from './auth-entry.js';
import { helperProgram, runHelper, type HelperResponse, type HelperOptions } from './helper-program.js';
import { hostnameOf } from './registry.js';

/** Credentials from a helper: of a user, or a token that stands for one. */
type HelperLogin = { readonly username: string; readonly password: string } | { readonly identitytoken: string };

const none = 'credentials not found in native keychain';

/**
 * Asks a helper for the credentials of a registry. It has none when it says so in the agreed words, or answers with an
 * empty user and an empty secret, as some helpers do.
 *
 * @throws CredentialError HELPER_*: names helper and registry, without anything that the helper printed.
 */
export async function helperGet(name: string, key: string, options: HelperOptions): Promise<HelperLogin | undefined> {
  const subject = hostnameOf(key);
  const response = await runHelper(name, 'get', key, subject, options);
  if (response.output.trim() === none) return undefined;
  const members = parse(name, subject, response);
  const username = members.get('Username');
  const secret = members.get('Secret');
  if (typeof username !== 'string' || typeof secret !== 'string') {
    throw nonsense(name, subject, 'no Username and Secret');
  }
  if (username === '' && secret === '') return undefined;
  return username === '<token>' ? { identitytoken: secret } : { username, password: secret };
}

/**
 * The keys of the registries that a helper knows.
 *
 * @throws CredentialError as above
 */
export async function helperList(name: string, options: HelperOptions): Promise<string[]> {
  const subject = 'all registries';
  const response = await runHelper(name, 'list', 'unused', subject, options);
  if (response.output.trim() === none) return [];
  return [...parse(name, subject, response).keys()];
}

function parse(name: string, subject: string, response: HelperResponse): Members {
  if (!response.ok) {
    const message = `The credential helper ${helperProgram(name)} ${response.ending} for ${subject}; run it by hand to see why.`;
    throw new CredentialError('HELPER_FAILED', message);
  }
  let value: unknown;
  try {
    value = JSON.parse(response.output);
  } catch {
    // Without a cause: the parser's message quotes the text.
    throw nonsense(name, subject, 'no JSON');
  }
  const members = membersOf(value);
  if (!members) throw nonsense(name, subject, 'no object');
  return members;
}

function nonsense(name: string, subject: string, what: string): CredentialError {
  return new CredentialError(
    'HELPER_OUTPUT_INVALID',
    `The credential helper ${helperProgram(name)} printed ${what} for ${subject}.`,
  );
}
