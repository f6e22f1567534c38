/** Tools as data: one for each operation of an API. */

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a tool does to the server, as the protocol names it. These are hints: an assistant may not rely on them. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
}

export interface Tool {
  /** `ticket_create` */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The operation: `TicketCreate`. */
  readonly operation: string;
  readonly group: string;
  /** `POST` */
  readonly method: string;
  /** `/tickets/{number}` */
  readonly path: string;
  /** The group and the method of the client. */
  readonly call: readonly [group: string, method: string];
  /** The JSON Schema of the input; schemas that several tools use are in `#/$defs/`. */
  readonly input: Schema;
  /** Whether the body is bytes, which the input has in base64. */
  readonly hasBytes?: true;
  readonly annotations: ToolAnnotations;
}

/** Which tools there are. A word is a group, an operation, a method (`GET`), or the name of a tool. */
export interface ToolFilter {
  /** Only these tools. @default all */
  readonly include?: readonly string[];
  /** All but these. */
  readonly exclude?: readonly string[];
  /** Only those that read. */
  readonly readOnly?: boolean;
}

/**
 * Returns the tools that a filter selects.
 *
 * @throws TypeError for a word that names none
 */
export function selectTools(
  tools: readonly Tool[],
  { include = [], exclude = [], readOnly }: ToolFilter,
): readonly Tool[] {
  for (const word of [...include, ...exclude])
    if (!tools.some((tool) => isNamed(tool, word)))
      throw new TypeError(`No tool has the group, operation, method or name ${JSON.stringify(word)}`);
  return tools.filter(
    (tool) =>
      (include.length === 0 || include.some((word) => isNamed(tool, word))) &&
      !exclude.some((word) => isNamed(tool, word)) &&
      (readOnly !== true || tool.annotations.readOnlyHint === true),
  );
}

function isNamed({ group, operation, method, name }: Tool, word: string): boolean {
  return [group, operation, method, name].some((one) => one.toLowerCase() === word.toLowerCase());
}

/** Returns the schema of the input, with the schemas that it refers to. */
export function inputSchema({ input }: Tool, definitions: Readonly<Record<string, Schema>>) {
  const found = new Map<string, Schema>();
  const todo: unknown[] = [input];
  for (let one = todo.pop(); one !== undefined; one = todo.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const { $ref } = one as Schema;
    const name = typeof $ref === 'string' ? definitionOf($ref) : undefined;
    const definition = name !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (name !== undefined && definition !== undefined && !found.has(name)) {
      found.set(name, definition);
      todo.push(definition);
    }
    todo.push(...Object.values(one));
  }
  return { type: 'object' as const, ...input, ...(found.size > 0 && { $defs: Object.fromEntries(found) }) };
}

/** `#/$defs/A~1b` → `A/b` */
function definitionOf(reference: string): string | undefined {
  const [, pointer] = /^#\/\$defs\/(.+)$/.exec(reference) ?? [];
  return pointer === undefined ? undefined : decodeURIComponent(pointer).replace(/~1/g, '/').replace(/~0/g, '~');
}
