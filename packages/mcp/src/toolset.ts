/** The tools of the container API: one for each operation whose request and response an assistant can use. */
import { groups } from '@lading/client-v1.44';
import { definitionsOf, toolNames, toolOf, type Schema, type Toolset } from '@lading/emit-mcp/runtime';

interface OperationObject {
  readonly operationId?: string;
  readonly tags?: readonly string[];
}

/** @param document the OpenAPI document of version 1.44 */
export function toolsetOf(document: Schema): Toolset {
  const { title, version } = document['info'] as { readonly title: string; readonly version: string };
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  const calls = callsById();
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, one]) => {
      const call = calls.get(one.operationId ?? '');
      // Archives are no text that an assistant reads or writes.
      return call === undefined || JSON.stringify(one).includes('"kind":"tar"') ? [] : [{ path, method, call, ...one }];
    }),
  );
  const names = toolNames(operations.map(({ call: { group, method } }) => [group, method]));
  const tools = operations.flatMap(({ path, method, call, operationId: operation = '' }, index) => {
    const { group, nested } = call;
    const source = { name: names[index] ?? '', operation, group, call: [group, call.method] as const, nested };
    return toolOf({ ...source, path, method: method.toUpperCase() }, document) ?? [];
  });
  return { title, version, tools, definitions: definitionsOf(tools, document) };
}

/** The methods of the client, by the ID of their operation. */
function callsById() {
  return new Map(
    Object.entries(groups).flatMap(([group, operations]) =>
      Object.entries(operations).map(([method, { id, nested = [] }]) => [id, { group, method, nested }] as const),
    ),
  );
}
