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
  throw new Error(problemOf(expression, before));
}

/** The objects of a context: their types, as messages name them, and their fields of text. */
const objects: Readonly<Record<string, { readonly type: string; readonly texts: readonly string[] }>> = {
  '': { type: '*template.Context', texts: [] },
  '.Service': { type: 'struct { ID string; Name string; Labels map[string]string }', texts: ['ID', 'Name'] },
  '.Node': {
    type: 'struct { ID string; Hostname string; Platform template.Platform }',
    texts: ['ID', 'Hostname'],
  },
  '.Node.Platform': { type: 'template.Platform', texts: ['Architecture', 'OS'] },
  '.Task': { type: 'struct { ID string; Name string; Slot string }', texts: ['ID', 'Name', 'Slot'] },
};

function problemOf(expression: string, before: string): string {
  const place = `template: expansion:${before.split('\n').length}`;
  const [word = ''] = expression.split(' ');
  if (word === '') return `${place}: missing value for command`;
  if (word.startsWith('$')) return `${place}: undefined variable ${JSON.stringify(word)}`;
  if (!word.startsWith('.')) return `${place}: function ${JSON.stringify(word)} not defined`;
  const names = word.slice(1).split('.');
  let owner = '';
  while (Object.hasOwn(objects, `${owner}.${names[0]}`)) owner += `.${names.shift()}`;
  const { type, texts } = objects[owner]!;
  const isOfText = texts.includes(names[0] ?? '');
  // A chain of fields is reported at its second one.
  const second = Math.max(0, word.indexOf('.', 1));
  const column = before.length - before.lastIndexOf('\n') + 1 + second;
  const problem = `can't evaluate field ${names[isOfText ? 1 : 0]} in type ${isOfText ? 'string' : type}`;
  return `${place}:${column}: executing "expansion" at <${word}>: ${problem}`;
}

function fieldOf(path: string, { service, node, task }: TemplateContext): string | undefined {
  const labels = `map[${Object.entries(service.labels)
    .map(([key, value]) => `${key}:${value}`)
    .join(' ')}]`;
  const platform = `{${node.architecture} ${node.os}}`;
  const fields: Readonly<Record<string, string>> = {
    '.Service': `{${service.id} ${service.name} ${labels}}`,
    '.Service.ID': service.id,
    '.Service.Name': service.name,
    '.Service.Labels': labels,
    '.Node': `{${node.id} ${node.hostname} ${platform}}`,
    '.Node.ID': node.id,
    '.Node.Hostname': node.hostname,
    '.Node.Platform': platform,
    '.Node.Platform.OS': node.os,
    '.Node.Platform.Architecture': node.architecture,
    '.Task': `{${task.id} ${task.name} ${task.slot}}`,
    '.Task.ID': task.id,
    '.Task.Name': task.name,
    '.Task.Slot': task.slot,
  };
  return Object.hasOwn(fields, path) ? fields[path] : undefined;
}
