/** The client of a version: a class for each group, with a method for each operation. */
import { basePathOf, requestBody, successResponses, titleLine } from 'lading/emitter';
import type { Api, Operation, Parameter, ResponseKind } from 'lading/emitter';
import type { Hint } from './classes.js';
import { className, pythonNames, pythonString, snakeCase } from './names.js';

/** Returns the parts of the module. */
export function clientOf(api: Api, hint: Hint): readonly string[] {
  const groups = [...new Set(api.operations.map(({ noun }) => noun))];
  const classes = pythonNames(groups, (noun) => className(`${noun.charAt(0).toUpperCase()}${noun.slice(1)}Calls`));
  const attributes = pythonNames(groups, snakeCase);
  return [
    'from __future__ import annotations',
    'import http.client\nfrom typing import Any, Dict, Iterator, List, Literal',
    'from . import models\nfrom .runtime import Connection, segment',
    ...groups.map((group) => {
      const operations = api.operations.filter(({ noun }) => noun === group);
      const names = pythonNames(
        operations.map(({ id }) => id),
        (id) => snakeCase(operations.find((one) => one.id === id)?.verb ?? id),
      );
      const methods = operations.map((operation) => methodOf(operation, names.get(operation.id) ?? '', api, hint));
      const create = '    def __init__(self, connection: Connection) -> None:\n        self._connection = connection';
      return `class ${classes.get(group) ?? ''}:\n${[create, ...methods].join('\n\n')}`;
    }),
    `class Client:
    ${pythonString(`${titleLine(api.title)} ${api.version}`)}

    def __init__(
        self,
        address: str,
        *,
        base_path: str = ${pythonString(basePathOf(api.servers))},
        timeout: float | None = None,
        headers: Dict[str, str] | None = None,
    ) -> None:
        connection = Connection(address, base_path, timeout, headers or {})
${groups.map((group) => `        self.${attributes.get(group) ?? ''} = ${classes.get(group) ?? ''}(connection)`).join('\n')}`,
  ];
}

const places: readonly string[] = ['path', 'query', 'header'];
const encodings: readonly unknown[] = ['plain', 'repeated', 'joined', 'json', 'base64url-json'];

/** Returns the method of an operation; or a comment, if its connection or a parameter is of a kind that no method supports. */
function methodOf(operation: Operation, name: string, api: Api, hint: Hint): string {
  const { id, method, path, parameters, summary = id } = operation;
  const isSupported = (one: Parameter) => places.includes(one.in) && encodings.includes(one.encoding);
  const supported = parameters.filter(isSupported);
  const response = responseOf(operation, api, hint);
  if (response === undefined || parameters.some((one) => one.required && !isSupported(one)))
    return `    # ${pythonString(id)} is left out: this client supports neither its connection nor its parameters.`;
  const names = pythonNames(supported.map(keyOf), (key) => snakeCase(key.slice(key.indexOf(' '))), ['self', 'body']);
  const nameOf = (one: Parameter) => names.get(keyOf(one)) ?? '';
  const body = requestBody(operation);
  const ofBody = body?.type === undefined ? 'bytes' : hint(body.type, 'models.');
  const optional = supported.filter((one) => !one.required);
  const signature = [
    'self',
    ...supported.filter((one) => one.required).map((one) => `${nameOf(one)}: ${hint(one.type, 'models.')}`),
    ...(body === undefined ? [] : [`body: ${ofBody}${body.required ? '' : ' | None = None'}`]),
    ...(optional.length > 0 ? ['*'] : []),
    ...optional.map((one) => `${nameOf(one)}: ${hint({ ...one.type, nullable: true }, 'models.')} = None`),
  ];
  const pairs = (place: string, key: string) => {
    const sent = supported.filter((one) => one.in === place);
    const all = sent.map((one) => `(${pythonString(one.name)}, ${nameOf(one)}, ${pythonString(String(one.encoding))})`);
    return all.length === 0 ? [] : [`${key}=[${all.join(', ')}]`];
  };
  const given = [
    pythonString(method),
    pathOf(path, supported, nameOf),
    response.decoded,
    ...pairs('query', 'query'),
    ...pairs('header', 'headers'),
    ...(body === undefined ? [] : [`body=body, media_type=${pythonString(body.mediaTypes[0] ?? '')}`]),
    ...(response.stream === undefined ? [] : [`stream="${response.stream}"`]),
  ];
  return `    def ${name}(${signature.join(', ')}) -> ${response.result}:
        ${pythonString(titleLine(summary))}
        return self._connection.call(${given.join(', ')})`;
}

function keyOf(one: Parameter): string {
  return `${one.in} ${one.name}`;
}

/** `/tickets/{number}` → `"/tickets/" + segment(number)` */
function pathOf(path: string, supported: readonly Parameter[], nameOf: (one: Parameter) => string): string {
  const parts = path.split(/(\{[^{}]*\})/).filter((part) => part !== '');
  const texts = parts.map((part) => {
    const found = supported.find((one) => one.in === 'path' && part === `{${one.name}}`);
    if (found === undefined) return pythonString(part.replace(/[^\w/.~%-]/gu, encodeURIComponent));
    return `segment(${nameOf(found)}${found.slashes === true ? ', "/"' : ''})`;
  });
  return texts.join(' + ');
}

interface Returned {
  /** The type of the value, or of a line. */
  readonly decoded: string;
  readonly stream?: 'lines' | 'bytes';
  /** The type of the result. */
  readonly result: string;
}

/** Returns what a method returns; undefined if the response is a connection. */
function responseOf(operation: Operation, api: Api, hint: Hint): Returned | undefined {
  const all = successResponses(operation, api).filter(({ status }) => status >= 200);
  const response = all.find(({ kind }) => kind !== 'nothing');
  const decoded = response?.type === undefined ? 'Any' : hint(response.type, 'models.');
  const orNone = all.some(({ kind }) => kind === 'nothing') && decoded !== 'Any' ? ' | None' : '';
  const returned: Partial<Record<ResponseKind, Returned>> = {
    json: { decoded, result: `${decoded}${orNone}` },
    text: { decoded: 'str', result: 'str' },
    nothing: { decoded: 'None', result: 'None' },
    ...lines('json-lines'),
    ...lines('progress'),
    ...bytes('output'),
    ...bytes('tar'),
    ...bytes('bytes'),
  };
  return returned[response?.kind ?? 'nothing'];

  function lines(kind: ResponseKind) {
    return { [kind]: { decoded, result: `Iterator[${decoded}]`, stream: 'lines' } };
  }

  function bytes(kind: ResponseKind) {
    return { [kind]: { decoded: 'None', result: 'http.client.HTTPResponse', stream: 'bytes' } };
  }
}
