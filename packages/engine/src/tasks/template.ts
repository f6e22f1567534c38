/** Expands templates such as `{{.Service.Name}}-{{.Task.Slot}}`: the part of Go's template language that they need. */
import type { TemplateContext } from './template-context.js';

/** @throws Error for an expression that cannot be evaluated, with the engine's message */
export function expandTemplate(text: string, context: TemplateContext): string {
  if (!text.includes('{{')) return text;
  return text.replaceAll(/\{\{-?\s*(.*?)\s*-?\}\}/gs, (_whole, expression: string, offset: number) =>
    valueOf(expression, context, text.slice(0, offset)),
  );
}

function valueOf(expression: string, context: TemplateContext, before: string): string {
  if (/^\/\*.*\*\/$/s.test(expression)) return '';
  const literal = /^"((?:[^"\\]|\\.)*)"$/.exec(expression);
  if (literal !== null) return JSON.parse(expression) as string;
  const [, label] = /^index \.Service\.Labels "([^"]*)"$/.exec(expression) ?? [];
  if (label !== undefined) return context.service.labels[label] ?? '';
  const [, kind, name = ''] = /^(env|secret|config) "([^"]*)"$/.exec(expression) ?? [];
  if (kind !== undefined && context.lookUp !== undefined) return context.lookUp(kind as 'env', name);
  const value = fieldOf(expression, context);
  if (value !== undefined) return value;
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n') + 1;
  const [, field] = /^(\.\w+)/.exec(expression) ?? [];
  throw new Error(
    field === undefined
      ? `template: expansion:${line}: function ${JSON.stringify(expression.split(' ')[0])} not defined`
      : `template: expansion:${line}:${column}: executing "expansion" at <${field}>: can't evaluate field ${field.slice(1)} in type *template.Context`,
  );
}

function fieldOf(path: string, { service, node, task }: TemplateContext): string | undefined {
  const fields: Readonly<Record<string, string>> = {
    '.Service.ID': service.id,
    '.Service.Name': service.name,
    '.Service.Labels': `map[${Object.entries(service.labels)
      .map(([key, value]) => `${key}:${value}`)
      .join(' ')}]`,
    '.Node.ID': node.id,
    '.Node.Hostname': node.hostname,
    '.Node.Platform.OS': node.os,
    '.Node.Platform.Architecture': node.architecture,
    '.Task.ID': task.id,
    '.Task.Name': task.name,
    '.Task.Slot': task.slot,
  };
  return Object.hasOwn(fields, path) ? fields[path] : undefined;
}
