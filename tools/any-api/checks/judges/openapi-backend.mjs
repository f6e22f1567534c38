/** `openapi-backend` as a judge. It reads OpenAPI 3, and of bodies JSON only. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { validators } from '../../places.mjs';
import { addressing } from './fragments.mjs';
import { normalized } from './normalized.mjs';

const requireJudge = validators.require;

/** @param {string} document its path @returns {Promise<import('./prism.mjs').Judge | undefined>} */
export async function openapiBackend(document) {
  const published = parse(readFileSync(document, 'utf8'));
  const addressOf = addressing(published);
  const definition = normalized(published);
  if (!String(definition.openapi).startsWith('3.')) return undefined;
  const { OpenAPIBackend } = requireJudge('openapi-backend');
  const backend = new OpenAPIBackend({
    definition: withOwnIds(definition),
    quick: true,
    coerceTypes: true,
    customizeAjv: (/** @type {unknown} */ ajv) => requireJudge('ajv-formats').default(ajv),
  });
  await backend.init();
  // It prints an error and goes on if it cannot resolve the references of a document.
  if (backend.router.getOperations().length === 0) return undefined;
  return async (sentRequest) => {
    const { method, headers, body } = sentRequest;
    const [path = '', query = ''] = addressOf(sentRequest).split(/\?(.*)/s);
    const request = { method, path, query, headers: Object.fromEntries(headers) };
    const isJson = /[/+]json\b/i.test(headers.get('content-type') ?? '');
    const sent = isJson && body !== undefined ? { ...request, body: new TextDecoder().decode(body) } : request;
    const operation = backend.router.matchOperation(sent);
    if (operation === undefined) return 'no operation';
    // A body that is not JSON is not checked, thus its absence is not either.
    const { errors } = backend.validator.validateRequest(sent, operation);
    const error = (errors ?? []).find(
      (/** @type {any} */ { params }) => isJson || params?.missingProperty !== 'requestBody',
    );
    return error && `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`;
  };
}

/** It serves only operations with an ID, and tells operations apart by it. @param {any} definition */
function withOwnIds(definition) {
  let count = 0;
  for (const item of Object.values(definition.paths ?? {}))
    for (const operation of Object.values(item ?? {}))
      if (typeof operation === 'object' && operation !== null && !Array.isArray(operation))
        operation.operationId = `operation${(count += 1)}`;
  return definition;
}
