/** Renames in the types of one version: each schema is edited once, wherever messages contain it. */
import type { Api, Content, Operation, Schema, Type } from '../ir/index.js';

/** What happens to the type at a place. */
export interface Rename {
  /** Whether the last segment of the path is the name of a property, so that the place is the object that has it. */
  readonly isProperty: boolean;
  /** Returns the renamed type; undefined for a type that does not have the name or the value. */
  readonly of: (type: Type) => Type | undefined;
}

export class RenamedTypes {
  readonly #schemas: Map<string, Schema>;

  constructor(api: Api) {
    this.#schemas = new Map(api.schemas.map((schema) => [schema.name, schema]));
  }

  schemas(): readonly Schema[] {
    return [...this.#schemas.values()];
  }

  /** Renames at a path in a schema; undefined if the schema itself does not have it. */
  inSchema(name: string, segments: readonly string[], rename: Rename): Schema | undefined {
    const schema = this.#schemas.get(name);
    const type = schema && this.in(schema.type, segments, rename);
    if (schema === undefined || type === undefined) return undefined;
    const renamed = { ...schema, type };
    this.#schemas.set(name, renamed);
    return renamed;
  }

  /** Renames in the bodies of the request and of the responses; undefined if none has the path. */
  inOperation(operation: Operation, segments: readonly string[], rename: Rename): Operation | undefined {
    let isFound = false;
    const contents = (all: readonly Content[]) =>
      all.map((content) => {
        const type = this.in(content.type, segments, rename);
        isFound ||= type !== undefined;
        return type === undefined ? content : { ...content, type };
      });
    const { body } = operation;
    const renamed = {
      ...operation,
      ...(body !== undefined && { body: { ...body, content: contents(body.content) } }),
      responses: operation.responses.map((response) => ({ ...response, content: contents(response.content) })),
    };
    return isFound ? renamed : undefined;
  }

  /** Returns the type with the new name at a path; undefined if it does not have the path outside of other named schemas. */
  in(type: Type, segments: readonly string[], rename: Rename): Type | undefined {
    if (type.kind === 'reference') {
      const schema = this.#schemas.get(type.name);
      // The schema has the name elsewhere too, where no rule would say so.
      if (schema === undefined || schema.named) return undefined;
      return this.inSchema(type.name, segments, rename) === undefined ? undefined : type;
    }
    if (type.kind === 'union') {
      const options = this.#each(type.options, segments, rename);
      return options && { ...type, options };
    }
    if (type.kind === 'intersection') {
      const parts = this.#each(type.parts, segments, rename);
      return parts && { ...type, parts };
    }
    const [segment, ...rest] = segments;
    if (segment === undefined || (rename.isProperty && rest.length === 0)) return rename.of(type);
    if (type.kind === 'array' && segment === '[]') {
      const items = this.in(type.items, rest, rename);
      return items && { ...type, items };
    }
    if (type.kind === 'map' && segment === '{}') {
      const values = this.in(type.values, rest, rename);
      return values && { ...type, values };
    }
    if (type.kind !== 'record') return undefined;
    const field = type.fields.find(({ name }) => name === segment);
    const inner = field && this.in(field.type, rest, rename);
    if (inner === undefined) return undefined;
    return { ...type, fields: type.fields.map((each) => (each === field ? { ...each, type: inner } : each)) };
  }

  /** Renames in those of several types that have the path; undefined if none has. */
  #each(types: readonly Type[], segments: readonly string[], rename: Rename): readonly Type[] | undefined {
    const renamed = types.map((type) => this.in(type, segments, rename));
    return renamed.some((type) => type !== undefined) ? types.map((type, index) => renamed[index] ?? type) : undefined;
  }
}
