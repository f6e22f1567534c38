/** Servers → those of OpenAPI. */
import { objectOf, type Json, type JsonObject, type Server } from '../../emitter/index.js';

export function serversJson(servers: readonly Server[]): Json {
  return servers.map(({ url, name, description, variables = [], extensions }): JsonObject => {
    return {
      url,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(variables.length > 0 && {
        variables: objectOf(
          variables.map(({ name: variable, values, ...rest }) => [
            variable,
            { ...rest, ...(values && { enum: values }) },
          ]),
        ),
      }),
      ...(extensions as JsonObject | undefined),
    };
  });
}
