/** At 1.41 the disk usage of all object types is measured: types that were not requested are removed from the response. */
import { isList, propertyOf, Refusal, withProperty, type Hook } from '@lading/runtime-conversion';

/** The properties for each object type, with their values if the type was not requested. */
const propertiesByType: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  container: { Containers: null },
  image: { Images: null, LayersSize: 0 },
  volume: { Volumes: null },
  'build-cache': { BuildCache: null },
};

export function measuredKinds(): Hook {
  return {
    async around(request, next) {
      const { type } = request.query;
      const types = isList(type) ? type.map(String) : [];
      const unknown = types.find((name) => !Object.hasOwn(propertiesByType, name));
      if (unknown !== undefined) throw new Refusal(400, `unknown object type: ${unknown}`, 'df-type');
      const response = await next(request);
      if (types.length === 0 || response.status >= 400) return response;
      const notRequested = Object.entries(propertiesByType).filter(([name]) => !types.includes(name));
      const body = notRequested
        .flatMap(([, properties]) => Object.entries(properties))
        .filter(([name]) => propertyOf(response.body, name) !== undefined)
        .reduce((usage, [name, value]) => withProperty(usage, name, value), response.body);
      return { ...response, body };
    },
  };
}
