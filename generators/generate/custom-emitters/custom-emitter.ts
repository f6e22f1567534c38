/** A custom emitter, which is called as a built-in one: its errors and its output are checked, and errors name its file. */
import { packageName } from '../../code/index.js';
import type { ApiEmitter, VersionEmitter, VersionRequest } from '../../emitter/index.js';
import { assertDeclarations, assertModules, type OutputContext } from './assert-declarations.js';
import { emitterFailed } from './emitter-failed.js';
import { validateApiEmission, validateEmission } from './validate-emission.js';

/** @param place the file of the emitter */
export function customEmitter(emitter: VersionEmitter, place: string): VersionEmitter {
  const { name, options, needs, describes, needsOfExtended } = emitter;
  const failed = (error: unknown, on: string) => emitterFailed(error, `The emitter "${name}" failed on ${on}`, place);
  return {
    name,
    place,
    ...(options && { options }),
    ...(needs && { needs }),
    ...(describes && { describes }),
    ...(needsOfExtended && { needsOfExtended }),
    ...(emitter.validates && { validates: (given) => emitter.validates?.(given) === true }),
    ...(emitter.unsupported && { unsupported: (given) => emitter.unsupported?.(given) ?? {} }),
    ...(emitter.plan && {
      plan: (apis, given) => {
        try {
          return new Map(emitter.plan?.(apis, given));
        } catch (error) {
          throw failed(error, `"plan" for the versions ${apis.map(({ version }) => version).join(', ')}`);
        }
      },
    }),
    emit: async (request) => {
      const call = { kind: name, place, version: request.api.version };
      let emitted: unknown;
      try {
        emitted = await settled(() => emitter.emit({ ...request, needs: declaredNeeds(request, emitter) }));
      } catch (error) {
        throw failed(error, `version ${request.api.version}`);
      }
      const emission = validateEmission(emitted, call);
      const context = { ...call, ...outputContext(emitter, emission.manifest, request) };
      assertDeclarations(emission.declarations ?? [], context);
      assertModules(emission.modules ?? [], context);
      return emission;
    },
  };
}

/** A custom emitter of a package for all versions. @param place the file of the emitter */
export function customApiEmitter(emitter: ApiEmitter, place: string): ApiEmitter {
  const { scope, name, options, needs, embeds, isHandwritten } = emitter;
  return {
    scope,
    name,
    place,
    ...(options && { options }),
    ...(needs && { needs }),
    ...(embeds && { embeds }),
    ...(isHandwritten && { isHandwritten }),
    ...(emitter.conflict && { conflict: (given, optionsOf) => emitter.conflict?.(given, optionsOf) }),
    emit: async (request) => {
      let emitted: unknown;
      try {
        emitted = await settled(() => emitter.emit(request));
      } catch (error) {
        throw emitterFailed(error, `The emitter "${name}" failed`, place);
      }
      return validateApiEmission(emitted, { kind: name, place });
    },
  };
}

function outputContext(
  { name, needs = [], needsOfExtended = [] }: VersionEmitter,
  { dependencies = {}, runtime }: NonNullable<ReturnType<typeof validateEmission>['manifest']> = { description: '' },
  { package: own, api, lineage, naming, base, needs: { types } }: VersionRequest,
): Omit<OutputContext, 'kind' | 'place' | 'version'> {
  const [{ extends: extended }] = lineage.versions;
  return {
    package: own,
    dependencies: new Set([
      ...Object.keys(dependencies),
      ...(runtime === undefined ? [] : [runtime.package]),
      ...needs.map((each) => packageName(naming, each, api.version)),
      ...(extended === undefined ? [] : needsOfExtended.map((each) => packageName(naming, each, extended))),
      ...(base === undefined ? [] : [packageName(naming, name, base.version)]),
    ]),
    ...(types && { types: { package: types.package, names: types.names } }),
  };
}

/** Returns the needed symbols; those of other emitters are an error instead of undefined. */
function declaredNeeds({ needs }: VersionRequest, { describes = [] }: VersionEmitter): VersionRequest['needs'] {
  const optional: readonly string[] = describes;
  return new Proxy(needs, {
    get: (target, key) => {
      if (typeof key === 'string' && !(key in target) && !optional.includes(key) && key !== 'toJSON')
        throw new Error(`it uses the symbols of "${key}", but does not declare \`needs: ['${key}']\``);
      return Reflect.get(target, key) as unknown;
    },
  });
}

/**
 * Returns the result of a function. Node would end the process without a word when nothing is left to do and the promise is
 * still pending.
 */
export async function settled<Result>(call: () => Result | Promise<Result>): Promise<Result> {
  let report = () => {};
  const never = new Promise<never>((_resolve, reject) => {
    report = () => reject(new Error('its promise never settles'));
  });
  process.once('beforeExit', report);
  try {
    return await Promise.race([call(), never]);
  } finally {
    process.off('beforeExit', report);
  }
}
