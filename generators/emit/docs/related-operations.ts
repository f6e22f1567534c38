/** What belongs to an operation besides its messages, in sentences: authentication, callbacks and links. */
import { codeSpan, type Operation, type Response, type SecurityRequirement } from '../../emitter/index.js';
import type { Markdown } from './page.js';

export function authenticationOf({ security = [] }: Operation): readonly Markdown[] {
  return security.length === 0 ? [] : [`Authentication: ${alternativesOf(security, alternativeText).join(', or ')}.`];
}

/** The alternatives that one place shows: each operation of a document may have as many as the document has operations. */
const MAX_ALTERNATIVES = 20;

/**
 * Returns a text for each alternative; of too many, for some of them and for the others as a whole.
 *
 * @param preferred those that are shown of too many
 */
export function alternativesOf(
  security: readonly SecurityRequirement[],
  textOf: (requirement: SecurityRequirement) => string,
  preferred = security,
): readonly string[] {
  if (security.length <= MAX_ALTERNATIVES) return security.map(textOf);
  const first = preferred.slice(0, MAX_ALTERNATIVES);
  return [...first.map(textOf), `one of ${security.length - first.length} others`];
}

export function callbacksOf({ callbacks = [] }: Operation): readonly Markdown[] {
  return callbacks.map(({ name, operation: { method, path } }) => {
    return `Callback ${codeSpan(name)}: the server sends ${codeSpan(`${method} ${path}`)}.`;
  });
}

export function linksOf({ links = [] }: Response): readonly Markdown[] {
  return links.map(({ name, operation, parameters, body, description }) => {
    const values = parameters.map((one) => `${codeSpan(one.name)} = ${codeSpan(textOf(one.value))}`);
    if (body !== undefined) values.push(`the body ${codeSpan(textOf(body))}`);
    const about = description === undefined ? '' : ` ${description}`;
    return `Link ${codeSpan(name)}: ${codeSpan(operation)}${values.length === 0 ? '' : ` with ${values.join(', ')}`}.${about}`;
  });
}

function alternativeText(requirement: SecurityRequirement): string {
  const schemes = requirement.map(({ scheme, scopes = [] }) =>
    scopes.length === 0 ? codeSpan(scheme) : `${codeSpan(scheme)} (${scopes.map(codeSpan).join(', ')})`,
  );
  return schemes.length === 0 ? 'none' : schemes.join(' and ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
