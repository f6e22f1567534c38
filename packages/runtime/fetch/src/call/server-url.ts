/** Builds the URL of a server with variables. */
import { InputError } from '../error/index.js';

/** A server of an API. */
export interface ServerTemplate {
  /** `https://{region}.example.com/v1` */
  readonly url: string;
  readonly description?: string;
  readonly variables?: Readonly<Record<string, { readonly default: string; readonly values?: readonly string[] }>>;
}

/** The variables of a server with the values that they may have. */
export type ServerVariables<Server extends ServerTemplate> = {
  readonly [Name in keyof Server['variables']]?: Server['variables'][Name] extends {
    readonly values: readonly (infer Value)[];
  }
    ? Value
    : string;
};

/**
 * Returns the URL of a server, for the option `baseUrl`.
 *
 * @throws InputError for a value that the API does not allow
 */
export function serverUrl<const Server extends ServerTemplate>(
  { url, variables = {} }: Server,
  values: ServerVariables<Server> = {},
): string {
  return url.replace(/\{([^{}]*)\}/g, (text, name: string) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = (values as Readonly<Record<string, string | undefined>>)[name] ?? variable?.default;
    if (variable?.values && value !== undefined && !variable.values.includes(value)) {
      throw new InputError('SERVER_VARIABLE', `The server variable ${name} must be ${variable.values.join(' or ')}.`);
    }
    return value ?? text;
  });
}
