/** Random documents in which every text is a word of its own, so that a site can be searched for each. */
import fc from 'fast-check';

/** A document, and the words that its reference must show. */
export interface DrawnDocument {
  readonly document: object;
  readonly words: readonly string[];
}

const methods = ['get', 'post', 'put', 'delete', 'patch'] as const;

/** Draws a document. Whatever OpenAPI leaves optional is present in some of them and absent in others. */
export const drawnDocument: fc.Arbitrary<DrawnDocument> = fc.gen().map((draw) => new Drawing(draw).document());

class Drawing {
  readonly #words: string[] = [];
  readonly #schemas: string[] = [];

  constructor(private readonly draw: fc.GeneratorValue) {}

  document(): DrawnDocument {
    for (let count = this.#count(1, 3); count > 0; count -= 1) this.#schemas.push(this.#word('Schema'));
    const schemas = Object.fromEntries(this.#schemas.map((name) => [name, this.#schema()]));
    const paths = Object.fromEntries(
      this.#list(1, 3, () => {
        const segment = this.#word('way');
        const path = this.draw(fc.constantFrom, '/', `/${segment}`, `/${segment}/{id}`, '/{id}');
        return [path, this.#pathItem(path)] as const;
      }),
    );
    const used = JSON.stringify(paths);
    // Only the words of what the document contains: two items may have had the same path.
    const webhooks = this.#maybe(() => ({ [this.#word('hook')]: { post: this.#operation() } }));
    const document = {
      openapi: '3.2.0',
      info: {
        title: this.#word('Title'),
        version: '1.0',
        ...this.#optional('summary', () => this.#word('short')),
        ...this.#described(),
        ...this.#optional('termsOfService', () => `https://x.example/${this.#word('terms')}`),
        ...this.#optional('contact', () => ({ name: this.#word('Ann'), email: `${this.#word('ann')}@x.example` })),
        ...this.#optional('license', () => ({ name: this.#word('License'), url: this.#url() })),
      },
      ...this.#elsewhere(),
      ...this.#optional('servers', () => [this.#server()]),
      paths,
      ...(webhooks && { webhooks }),
      ...(this.#maybe(() => true) && this.#tagList(used)),
      components: { schemas },
    };
    const text = JSON.stringify(document);
    return { document, words: this.#words.filter((word) => text.includes(word)) };
  }

  /** Declares some of the tags that operations have. */
  #tagList(paths: string): object {
    const names = [...paths.matchAll(/"tags":\["(tag\w+)"\]/g)].map(([, name = '']) => name);
    return { tags: [...new Set(names)].map((name) => ({ name, ...this.#described(), ...this.#elsewhere() })) };
  }

  #pathItem(path: string): object {
    const chosen = this.draw(fc.subarray, [...methods], { minLength: 1, maxLength: 2 });
    return {
      ...this.#optional('summary', () => this.#word('short')),
      ...this.#described(),
      ...Object.fromEntries(chosen.map((method) => [method, this.#operation(path)])),
    };
  }

  #operation(path = ''): object {
    const inPath = path.includes('{id}')
      ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
      : [];
    const parameters = [...inPath, ...this.#list(0, 2, () => this.#parameter())];
    const body = this.#maybe(() => this.#body());
    return {
      ...this.#optional('operationId', () => this.draw(fc.constantFrom, this.#word('op'), `get.${this.#word('op')}`)),
      ...this.#optional('tags', () => [this.draw(fc.constantFrom, this.#word('tag'), this.#word('tag'), 'common')]),
      ...this.#optional('summary', () => this.#word('summary')),
      ...this.#described(),
      ...this.#elsewhere(),
      ...this.#optional('servers', () => [{ url: this.#url() }]),
      ...this.#optional('x-codeSamples', () => [
        { lang: 'Ruby', label: this.#word('label'), source: this.#word('code') },
      ]),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: body }),
      ...this.#optional('callbacks', () => ({
        [this.#word('back')]: { '{$request.query.url}': { post: { responses: { 204: { description: 'Done.' } } } } },
      })),
      ...this.#optional('responses', () =>
        Object.fromEntries(
          this.draw(fc.subarray, ['200', '204', '4XX', 'default'], { minLength: 1 }).map((status) => [
            status,
            this.#response(status === '200'),
          ]),
        ),
      ),
    };
  }

  #parameter(): object {
    return {
      name: this.#word('X-Param'),
      in: this.draw(fc.constantFrom, 'query', 'header', 'cookie'),
      ...this.#described(),
      ...this.#examples(),
      schema: this.#type(),
    };
  }

  #body(): object {
    return {
      ...this.#described(),
      content: {
        [this.draw(fc.constantFrom, 'application/json', 'text/plain')]: { schema: this.#type(), ...this.#examples() },
      },
    };
  }

  #response(hasBody: boolean): object {
    return {
      ...this.#optional('summary', () => this.#word('short')),
      description: this.#word('outcome'),
      ...this.#optional('links', () => ({
        [this.#word('link')]: { operationId: 'any', parameters: { [this.#word('id')]: 1 }, ...this.#described() },
      })),
      ...this.#optional('headers', () => ({
        [this.#word('X-Head')]: { ...this.#described(), ...this.#examples(), schema: this.#type() },
      })),
      ...(hasBody && { content: { 'application/json': { schema: this.#type(), ...this.#examples() } } }),
    };
  }

  #schema(): object {
    return {
      ...this.#optional('title', () => this.#word('title')),
      ...this.#described(),
      ...this.#elsewhere(),
      ...this.draw(
        fc.constantFrom,
        {
          type: 'object',
          properties: Object.fromEntries(
            this.#list(0, 3, () => [this.#word('prop'), { ...this.#type(), ...this.#described() }]),
          ),
        },
        { type: 'string', enum: [this.#word('value'), this.#word('value')] },
        {
          oneOf: this.#list(2, 2, () => ({
            const: this.#word('value'),
            title: this.#word('title'),
            ...this.#described(),
          })),
        },
        { type: 'array', items: { type: 'integer' } },
      ),
    };
  }

  #type(): object {
    const name = this.draw(fc.constantFrom, ...this.#schemas);
    return this.draw(
      fc.constantFrom,
      { type: 'string' },
      { type: 'integer' },
      { $ref: `#/components/schemas/${name}` },
      { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
    );
  }

  #server(): object {
    const variable = this.#word('zone');
    return {
      url: `https://{${variable}}.x.example`,
      ...this.#described(),
      variables: { [variable]: { default: this.#word('eu'), enum: ['eu', this.#word('us')], ...this.#described() } },
    };
  }

  #examples(): object {
    const example = () => [
      this.#word('case'),
      { ...this.#optional('summary', () => this.#word('short')), ...this.#described(), value: this.#word('value') },
    ];
    return this.#optional('examples', () => Object.fromEntries([example(), example()]));
  }

  #elsewhere(): object {
    return this.#optional('externalDocs', () => ({ url: this.#url(), ...this.#described() }));
  }

  #url(): string {
    return `https://x.example/${this.#word('place')}`;
  }

  #described(): object {
    return this.#optional('description', () => this.#word('about'));
  }

  #optional(key: string, value: () => unknown): object {
    const chosen = this.#maybe(value);
    return chosen === undefined ? {} : { [key]: chosen };
  }

  #maybe<T>(value: () => T): T | undefined {
    return this.draw(fc.boolean) ? value() : undefined;
  }

  #list<T>(minimum: number, maximum: number, entry: () => T): readonly T[] {
    return Array.from({ length: this.#count(minimum, maximum) }, entry);
  }

  #count(minimum: number, maximum: number): number {
    return this.draw(fc.integer, { min: minimum, max: maximum });
  }

  /** Returns a word that nothing else contains. */
  #word(prefix: string): string {
    const word = `${prefix}z${String(this.#words.length).padStart(3, '0')}`;
    this.#words.push(word);
    return word;
  }
}
