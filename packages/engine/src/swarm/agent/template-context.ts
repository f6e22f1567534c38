/** What the templates of tasks, secrets and configs can refer to. */

export interface TemplateContext {
  readonly service: { readonly id: string; readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly node: {
    readonly id: string;
    readonly hostname: string;
    readonly os: string;
    readonly architecture: string;
  };
  readonly task: { readonly id: string; readonly name: string; readonly slot: string };
  /** Returns a variable of the task, a secret or a config; undefined where templates cannot refer to these. */
  readonly lookUp?: ((kind: 'env' | 'secret' | 'config', name: string) => string) | undefined;
}

/** A context for checks, in which everything exists. */
export const exampleContext: TemplateContext = {
  service: { id: 'service', name: 'service', labels: {} },
  node: { id: 'node', hostname: 'node', os: 'linux', architecture: 'x86_64' },
  task: { id: 'task', name: 'task', slot: '1' },
};
