/** Validates emitters that are not built in. */
import { LadingError } from '../../diagnostics/index.js';
import type { ApiEmitter, VersionEmitter } from '../../emitter/index.js';
import { assertConforms, assertSchema } from '../validate-config.js';

export type AnyEmitter = VersionEmitter | ApiEmitter;

const names = { type: 'array', items: { type: 'string' }, description: "The names of emitters: ['types']." };

const emitterSchema = {
  type: 'object',
  required: ['name', 'emit'],
  additionalProperties: false,
  properties: {
    name: {
      type: 'string',
      pattern: '^[a-z][a-z0-9-]{0,39}$',
      description: 'A name of lower-case letters, digits and -.',
    },
    options: { type: 'object', description: 'The JSON Schema of its options.' },
    needs: names,
    describes: names,
    needsOfExtended: names,
    place: {},
    unsupported: {},
    validates: {},
    plan: {},
    emit: {},
  },
};

const apiEmitterSchema = {
  type: 'object',
  required: ['name', 'emit'],
  additionalProperties: false,
  properties: {
    name: emitterSchema.properties.name,
    options: emitterSchema.properties.options,
    scope: { const: 'api' },
    needs: names,
    embeds: names,
    isHandwritten: { type: 'boolean' },
    place: {},
    conflict: {},
    emit: {},
  },
};

/** Returns an emitter that a module exports or a configuration contains. @throws EMITTER_STRUCTURE */
export function checkedEmitter(value: unknown, place: string): AnyEmitter {
  const wrong = (subject: string, remedy: string) =>
    new LadingError({ code: 'EMITTER_STRUCTURE', subject, place, remedy });
  if (typeof value === 'function')
    throw wrong('The emitter is a function', 'Call the result of "defineEmitter" too: defineEmitter()({ name, emit })');
  const named = exportedEmitter(value);
  if (named !== undefined) throw wrong(...named);
  const isOfApi = typeof value === 'object' && value !== null && 'scope' in value;
  assertConforms(value, isOfApi ? apiEmitterSchema : emitterSchema, place, 'EMITTER_STRUCTURE');
  const emitter = value as AnyEmitter;
  const functions = {
    emit: emitter.emit,
    ...('plan' in emitter && { plan: emitter.plan }),
    ...('unsupported' in emitter && { unsupported: emitter.unsupported }),
    ...('conflict' in emitter && { conflict: emitter.conflict }),
    ...('validates' in emitter && { validates: emitter.validates }),
  };
  const other = Object.entries(functions).find(([, each]) => !isFunction(each));
  if (other !== undefined) throw wrong(`"${other[0]}" is not a function`, 'Export an emitter as the default export');
  if (emitter.options !== undefined) assertSchema(emitter.options, place);
  return emitter;
}

/** What is wrong with a module that exports no emitter by default, of which all exports are the value. */
function exportedEmitter(value: unknown): readonly [subject: string, remedy: string] | undefined {
  if (typeof value !== 'object' || value === null || 'emit' in value || 'name' in value) return undefined;
  const emitter = Object.entries(value).find(([, one]) => typeof one === 'object' && one !== null && 'emit' in one);
  if (emitter !== undefined)
    return [`The module exports "${emitter[0]}", and nothing by default`, `Add "export default ${emitter[0]}"`];
  if (Object.keys(value).length > 0) return undefined;
  return ['The module exports nothing', 'Write "export default defineEmitter()({ name, emit })"'];
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
