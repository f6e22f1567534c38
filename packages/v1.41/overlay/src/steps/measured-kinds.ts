/** At 1.41 everything is measured: what was not asked for is taken out of the answer. */
import { isList, memberOf, Refusal, withMember, type Step } from '@lading/runtime-overlay';

/** What each kind tells, and what stands there when it was not asked for. */
const members: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  container: { Containers: null },
  image: { Images: null, LayersSize: 0 },
  volume: { Volumes: null },
  'build-cache': { BuildCache: null },
};

export function measuredKinds(): Step {
  return {
    async around(request, next) {
      const { type } = request.query;
      const kinds = isList(type) ? type.map(String) : [];
      const stranger = kinds.find((kind) => !Object.hasOwn(members, kind));
      if (stranger !== undefined) throw new Refusal(400, `unknown object type: ${stranger}`, 'df-type');
      const response = await next(request);
      if (kinds.length === 0 || response.status >= 400) return response;
      const unasked = Object.entries(members).filter(([kind]) => !kinds.includes(kind));
      const body = unasked
        .flatMap(([, told]) => Object.entries(told))
        .filter(([name]) => memberOf(response.body, name) !== undefined)
        .reduce((usage, [name, value]) => withMember(usage, name, value), response.body);
      return { ...response, body };
    },
  };
}
